package io.snowkeeper.loadtest.attack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The Java options of a container, for a process that is in none. */
final class ContainerJavaOptions {

    private static final Pattern OPTIONS = Pattern.compile("JAVA_TOOL_OPTIONS=\"([^\"]*)\"");
    private static final Pattern BLANK = Pattern.compile(" +");

    private ContainerJavaOptions() {}

    /**
     * Returns the options that an image gives to Java's machine, with the effects of a container: shares are of the
     * container's memory, and where there is little of it, the collector is the serial one.
     *
     * @param dockerfile sets {@code JAVA_TOOL_OPTIONS} for the image
     * @throws IOException if it cannot be read, or does not say that
     */
    static List<String> options(Path dockerfile, long memoryMib) throws IOException {
        Matcher options = OPTIONS.matcher(Files.readString(dockerfile));
        if (!options.find()) {
            throw new IOException("must set JAVA_TOOL_OPTIONS: " + dockerfile);
        }
        return Stream.concat(
                        Stream.of("-XX:MaxRAM=%sm".formatted(memoryMib), "-XX:+UseSerialGC"),
                        BLANK.splitAsStream(options.group(1)).filter(option -> option.startsWith("-XX:")))
                .toList();
    }
}
