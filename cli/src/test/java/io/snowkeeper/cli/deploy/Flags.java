package io.snowkeeper.cli.deploy;

import java.util.List;
import java.util.stream.Stream;

/** Flags of a JVM, as they stand in a file that starts one: those with {@code -XX:}. */
record Flags(List<String> all) {

    static Flags of(String text) {
        return new Flags(Stream.of(text.split("[\\s\"]+"))
                .filter(word -> word.startsWith("-XX:"))
                .toList());
    }

    /** Returns a flag's number. */
    double number(String name) {
        return Double.parseDouble(value(name));
    }

    /** Returns a flag's size in MiB. */
    long mebibytes(String name) {
        String value = value(name);
        if (!value.endsWith("m")) {
            throw new AssertionError("not in MiB: " + name + "=" + value);
        }
        return Long.parseLong(value.substring(0, value.length() - 1));
    }

    private String value(String name) {
        return all.stream()
                .filter(flag -> flag.startsWith("-XX:" + name + "="))
                .map(flag -> flag.substring(flag.indexOf('=') + 1))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + all));
    }
}
