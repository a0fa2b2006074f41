#!/bin/sh
# An engine for tic-tac-toe in a few lines, with a mistake that src/host/README.md finds by the log:
# it plays the first free square of a list, but the list of taken squares is compared wrongly.
while read -r word rest; do
    case $word in
        uci)
            echo "id name forgetful"
            echo "id author the Tengen developers"
            echo "option name Variant type combo default tictactoe var tictactoe"
            echo uciok
            ;;
        isready) echo readyok ;;
        position) taken=$rest ;;
        go)
            for square in b2 a1 c1 a3 c3 a2 b1 c2 b3; do
                case $taken in
                    *" $square") ;; # The mistake: only the last move ends the line.
                    *)
                        echo "taken: $taken" >&2
                        echo "bestmove $square"
                        break
                        ;;
                esac
            done
            ;;
        quit) exit ;;
    esac
done
