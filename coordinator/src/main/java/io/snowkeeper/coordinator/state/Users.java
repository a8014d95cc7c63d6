package io.snowkeeper.coordinator.state;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The users whose files this process may rely on: its own, root, and the owner of the root directory. */
@FunctionalInterface
interface Users {

    /** Returns whether a user, by its number, may be trusted. */
    boolean mayBeTrusted(int uid);

    /** Where the process' own user is unknown (anywhere but on Linux), every user is trusted. */
    Users OF_THIS_MACHINE = Own.read();

    /** The process' user. */
    final class Own {

        private static final Logger log = LoggerFactory.getLogger(Users.class);

        private static final Path STATUS = Path.of("/proc/self/status");
        private static final Pattern EFFECTIVE = Pattern.compile("(?m)^Uid:\\s+\\d+\\s+(\\d+)\\s");

        private Own() {}

        static Users read() {
            OptionalInt own = effective();
            if (own.isEmpty()) {
                return uid -> true;
            }
            // In a user namespace, root's files have no owner.
            Set<Integer> trusted = ownAnd(own.getAsInt());
            return trusted::contains;
        }

        private static Set<Integer> ownAnd(int own) {
            try {
                return Set.copyOf(List.of(own, 0, (Integer) Files.getAttribute(Path.of("/"), "unix:uid")));
            } catch (IOException e) {
                log.debug("the owner of / is not known", e);
                return Set.copyOf(List.of(own, 0));
            }
        }

        private static OptionalInt effective() {
            try {
                Matcher line = EFFECTIVE.matcher(Files.readString(STATUS, ISO_8859_1));
                return line.find() ? OptionalInt.of((int) Long.parseLong(line.group(1))) : OptionalInt.empty();
            } catch (IOException e) {
                log.debug("the user of this process is not known", e);
                return OptionalInt.empty();
            }
        }
    }
}
