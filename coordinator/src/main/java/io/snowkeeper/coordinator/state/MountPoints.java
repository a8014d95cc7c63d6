package io.snowkeeper.coordinator.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The places where file systems, or parts of them, are mounted: volumes, as far as containers are concerned. */
final class MountPoints {

    private static final Logger log = LoggerFactory.getLogger(MountPoints.class);

    private static final Path MOUNTS = Path.of("/proc/self/mountinfo");

    /** The fifth field of a line is where it is mounted. */
    private static final int PLACE = 4;

    private MountPoints() {}

    /** Returns whether something is mounted at a directory that exists. */
    static boolean contain(Path directory) throws IOException {
        Path real = directory.toRealPath();
        Path parent = real.getParent();
        return parent == null
                || !Files.getAttribute(real, "unix:dev").equals(Files.getAttribute(parent, "unix:dev"))
                || isListed(real);
    }

    /** A part of a file system that is mounted within the same one is on the same device. */
    private static boolean isListed(Path real) {
        try {
            // Other places of the machine may have names that are not UTF-8.
            return new String(Files.readAllBytes(MOUNTS), UTF_8)
                    .lines()
                    .map(line -> line.split(" ", -1))
                    .anyMatch(fields ->
                            fields.length > PLACE && plain(fields[PLACE]).equals(real.toString()));
        } catch (IOException e) {
            log.debug("the mount points are not known", e);
            return false;
        }
    }

    /** Decodes a place, in which Linux writes characters that would end the field or the line as octal numbers. */
    private static String plain(String place) {
        return place.replace("\\040", " ")
                .replace("\\011", "\t")
                .replace("\\012", "\n")
                .replace("\\134", "\\");
    }
}
