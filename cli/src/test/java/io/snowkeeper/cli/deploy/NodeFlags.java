package io.snowkeeper.cli.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The flags with which the image and the systemd unit start a node. */
final class NodeFlags {

    /** The smallest limit that the documents promise these flags to fit into, in MiB. */
    static final long SMALLEST_LIMIT = 512;

    private static final Path DEPLOY = Path.of("../deploy");

    private NodeFlags() {}

    static Flags ofTheImage() throws IOException {
        return ofLine("Dockerfile", "JAVA_TOOL_OPTIONS=");
    }

    static Flags ofTheUnit() throws IOException {
        return ofLine("systemd/snowkeeper.service", "JAVA_OPTS=");
    }

    private static Flags ofLine(String file, String mark) throws IOException {
        String line = Files.readAllLines(DEPLOY.resolve(file)).stream()
                .filter(text -> text.contains(mark))
                .findFirst()
                .orElseThrow();
        return Flags.of(line.substring(line.indexOf(mark) + mark.length()));
    }
}
