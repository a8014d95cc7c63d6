package io.snowkeeper.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.core.text.WellFormedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Arguments and variables in UTF-8, in every locale. Java decodes them by the locale: in one without UTF-8, as under
 * cron, many become the same. Linux has them as they were given; elsewhere they stay damaged, and {@link Configuration}
 * refuses them.
 */
final class ProcessTexts {

    private final Path arguments;
    private final Path variables;

    /** Reads those of this process. */
    ProcessTexts() {
        this(Path.of("/proc/self/cmdline"), Path.of("/proc/self/environ"));
    }

    /**
     * @param arguments a file with all arguments of the process, each with a zero behind it, of which Java has the last ones
     * @param variables a file with its variables, in the same way
     */
    ProcessTexts(Path arguments, Path variables) {
        this.arguments = arguments;
        this.variables = variables;
    }

    /** Returns whole arguments. */
    String[] arguments(String... decoded) {
        List<String> given = areWhole(Stream.of(decoded)) ? List.of() : read(arguments);
        return given.size() < decoded.length
                ? decoded
                : given.subList(given.size() - decoded.length, given.size()).toArray(String[]::new);
    }

    /** Returns whole variables. */
    Map<String, String> variables(Map<String, String> decoded) {
        Map<String, String> whole = new HashMap<>(decoded);
        if (!areWhole(decoded.values().stream())) {
            read(variables).stream()
                    .map(variable -> variable.split("=", 2))
                    .filter(parts -> parts.length == 2)
                    .forEach(parts -> whole.put(parts[0], parts[1]));
        }
        return whole;
    }

    private static boolean areWhole(Stream<String> texts) {
        return texts.map(WellFormedText::damage).allMatch(Optional::isEmpty);
    }

    private static List<String> read(Path file) {
        try {
            List<String> texts = List.of(new String(Files.readAllBytes(file), UTF_8).split("\0", -1));
            return texts.subList(0, texts.size() - 1);
        } catch (IOException e) {
            return List.of();
        }
    }
}
