package io.snowkeeper.releasetest.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A unit of systemd: its command and its environment. */
record ServiceUnit(List<String> lines) {

    static ServiceUnit read(Path file) throws IOException {
        return new ServiceUnit(Files.readAllLines(file));
    }

    /** Returns the words of the command. No word of ours has a blank in it. */
    List<String> command() {
        return List.of(value("ExecStart").split(" "));
    }

    /** Returns a variable and its value. */
    String environment() {
        return value("Environment").replaceAll("^\"|\"$", "");
    }

    String value(String key) {
        return lines.stream()
                .filter(line -> line.startsWith(key + "="))
                .map(line -> line.substring(key.length() + 1))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + key));
    }
}
