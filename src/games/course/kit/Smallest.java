import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The smallest engine that passes {@code tengen check}: freestyle gomoku on 15x15.
 *
 * <p>It completes five, stops five, and else sets a stone beside the last one. It is meant to be
 * changed: {@code best} chooses the move, everything else keeps to the protocol.
 */
public class Smallest {
    static final int SIZE = 15;

    record Square(int col, int row) {
        /** A column letter, and a row number from the bottom. */
        String text() {
            return (char) ('a' + col) + Integer.toString(row + 1);
        }

        /** The square of a name; null where it is no square of the board. */
        static Square of(String word) {
            if (!word.matches("[a-o][1-9][0-9]?")) {
                return null;
            }
            int row = Integer.parseInt(word.substring(1)) - 1;
            return row < SIZE ? new Square(word.charAt(0) - 'a', row) : null;
        }

        int distance(Square to) {
            return Math.max(Math.abs(col - to.col), Math.abs(row - to.row));
        }
    }

    record Choice(Square square, String score) {}

    /** Whether a stone on the square stands in a row of five or more with these stones. */
    static boolean makesFive(Set<Square> stones, Square square) {
        int[][] directions = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
        for (int[] step : directions) {
            int run = 1;
            for (int sign = 1; sign >= -1; sign -= 2) {
                int col = square.col + sign * step[0];
                int row = square.row + sign * step[1];
                while (stones.contains(new Square(col, row))) {
                    run += 1;
                    col += sign * step[0];
                    row += sign * step[1];
                }
            }
            if (run >= 5) {
                return true;
            }
        }
        return false;
    }

    /** The stones of the first player (0) or the second (1). */
    static Set<Square> stones(List<Square> moves, int player) {
        Set<Square> stones = new HashSet<>();
        for (int number = player; number < moves.size(); number += 2) {
            stones.add(moves.get(number));
        }
        return stones;
    }

    /** The move among the allowed squares, and its score as the protocol writes it. */
    static Choice best(List<Square> moves, List<Square> allowed) {
        int player = moves.size() % 2;
        for (Square square : allowed) {
            if (makesFive(stones(moves, player), square)) {
                return new Choice(square, "mate 1");
            }
        }
        for (Square square : allowed) {
            if (makesFive(stones(moves, 1 - player), square)) {
                return new Choice(square, "cp 0");
            }
        }
        Square last = moves.isEmpty() ? new Square(SIZE / 2, SIZE / 2) : moves.get(moves.size() - 1);
        Square nearest = allowed.get(0);
        for (Square square : allowed) {
            if (square.distance(last) < nearest.distance(last)) {
                nearest = square;
            }
        }
        return new Choice(nearest, "cp 0");
    }

    /** The moves of a position from the start; null where the words make none. */
    static List<Square> readMoves(List<String> words) {
        boolean isStart = words.size() > 1 && words.get(1).equals("startpos");
        if (!isStart || (words.size() > 2 && !words.get(2).equals("moves"))) {
            return null;
        }
        List<Square> moves = new ArrayList<>();
        for (String word : words.subList(Math.min(3, words.size()), words.size())) {
            Square square = Square.of(word);
            if (square == null || moves.contains(square)) {
                return null;
            }
            moves.add(square);
        }
        return moves;
    }

    static boolean isOver(List<Square> moves) {
        for (int number = 0; number < moves.size(); number += 1) {
            if (makesFive(stones(moves, number % 2), moves.get(number))) {
                return true;
            }
        }
        return moves.size() == SIZE * SIZE;
    }

    /** What is said to {@code go}: a line with a score, and the move. */
    static List<String> answer(List<Square> moves, List<String> words) {
        if (isOver(moves)) {
            return List.of("bestmove (none)");
        }
        List<Square> free = new ArrayList<>();
        List<Square> wanted = new ArrayList<>();
        int from = words.indexOf("searchmoves");
        List<String> names = from < 0 ? List.of() : words.subList(from, words.size());
        for (int row = 0; row < SIZE; row += 1) {
            for (int col = 0; col < SIZE; col += 1) {
                Square square = new Square(col, row);
                if (!moves.contains(square)) {
                    free.add(square);
                    if (names.contains(square.text())) {
                        wanted.add(square);
                    }
                }
            }
        }
        Choice choice = best(moves, wanted.isEmpty() ? free : wanted);
        String move = choice.square.text();
        return List.of("info depth 1 score " + choice.score + " pv " + move, "bestmove " + move);
    }

    public static void main(String[] arguments) throws java.io.IOException {
        var input = new InputStreamReader(System.in, StandardCharsets.UTF_8);
        var reader = new BufferedReader(input);
        List<Square> moves = new ArrayList<>();
        List<String> heldBack = List.of();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            List<String> words = List.of(line.strip().split("\\s+"));
            List<String> told = List.of();
            switch (words.get(0)) {
                case "uci" -> told = List.of("id name Smallest", "id author me", "uciok");
                case "isready" -> told = List.of("readyok");
                case "position" -> {
                    List<Square> read = readMoves(words);
                    moves = read == null || !heldBack.isEmpty() ? moves : read;
                }
                case "go" -> {
                    if (heldBack.isEmpty()) {
                        told = answer(moves, words);
                        if (words.contains("infinite") || words.contains("ponder")) {
                            // The answer waits until the manager says stop.
                            heldBack = told;
                            told = List.of();
                        }
                    }
                }
                case "stop", "ponderhit" -> {
                    told = heldBack;
                    heldBack = List.of();
                }
                case "quit" -> {
                    return;
                }
                default -> { }
            }
            told.forEach(System.out::println);
            if (System.out.checkError()) {
                // The manager has closed the pipe.
                return;
            }
        }
    }
}
