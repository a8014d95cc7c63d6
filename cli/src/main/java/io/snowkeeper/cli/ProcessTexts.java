package io.snowkeeper.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.core.text.WellFormedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Arguments and variables in UTF-8, whatever the locale is. Java decodes them by the locale: in one without UTF-8, as under cron, many
 * become the same. Linux has them as they were given; elsewhere they stay damaged, and {@link Configuration} refuses them.
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
        if (areWhole(List.of(decoded))) {
            return decoded;
        }
        String[] given = read(arguments);
        return given.length < decoded.length
                ? decoded
                : Arrays.copyOfRange(given, given.length - decoded.length, given.length);
    }

    /** Returns whole variables. */
    Map<String, String> variables(Map<String, String> decoded) {
        if (areWhole(decoded.values())) {
            return decoded;
        }
        Map<String, String> whole = new HashMap<>(decoded);
        for (String variable : read(variables)) {
            int equals = variable.indexOf('=');
            if (equals > 0) {
                whole.put(variable.substring(0, equals), variable.substring(equals + 1));
            }
        }
        return whole;
    }

    private static boolean areWhole(Iterable<String> texts) {
        for (String text : texts) {
            if (WellFormedText.damage(text).isPresent()) {
                return false;
            }
        }
        return true;
    }

    private static String[] read(Path file) {
        try {
            String[] texts = new String(Files.readAllBytes(file), UTF_8).split("\0", -1);
            return Arrays.copyOf(texts, texts.length - 1);
        } catch (IOException e) {
            return new String[0];
        }
    }
}
