import java.io.PrintStream;
import java.util.Map;

/**
 * Where a command is run: the variables that it reads, and where it prints.
 *
 * @param out for answers
 * @param err for everything else, so that a program that reads the answers reads nothing but them
 */
record Terminal(Map<String, String> variables, PrintStream out, PrintStream err) {
    /** A variable's value, or null. */
    String variable(String name) {
        return variables.get(name);
    }
}
