package io.snowkeeper.node.redis;

import io.snowkeeper.node.redis.codec.Command;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The commands that a client sends between {@code MULTI} and {@code EXEC}: none is begun before {@code EXEC}, and none at all if one was
 * refused. Not thread-safe.
 */
final class Transaction {

    private static final int MAX_COMMANDS = 1024;

    /** The most memory, with room for a thousand commands of usual length. */
    private static final int MAX_BYTES = 256 * 1024;

    /** The memory of a command's part beside its bytes. */
    private static final int OF_PART = 32;

    private final Queue<Command> commands = new ArrayDeque<>();
    private int bytes;
    private boolean executed;
    private @Nullable String refusal;

    /**
     * Adds a command, if none was refused.
     *
     * @throws CommandException if there are too many
     */
    void add(Command command) {
        if (refusal != null) {
            return;
        }
        int size =
                command.parts().stream().mapToInt(part -> part.length + OF_PART).sum();
        if (commands.size() == MAX_COMMANDS || bytes + size > MAX_BYTES) {
            throw new CommandException(
                    "a transaction must have at most %s commands, which take at most %s bytes: send the others in another one"
                            .formatted(MAX_COMMANDS, MAX_BYTES));
        }
        commands.add(command);
        bytes += size;
    }

    /** Notes that a command was refused. */
    void refused(String text) {
        refusal = refusal == null ? text : refusal;
        commands.clear();
        bytes = 0;
    }

    /**
     * Begins to hand out its commands, one after the other.
     *
     * @return how many there are
     * @throws CommandException if one was refused
     */
    int execute() {
        if (refusal != null) {
            throw new CommandException(
                    "EXECABORT", "Transaction discarded because of previous errors. The first: " + refusal);
        }
        executed = true;
        return commands.size();
    }

    /** Returns the next command that is to be done, null if there is none now. */
    @Nullable
    Command next() {
        return executed ? commands.poll() : null;
    }

    /** Returns whether there are commands that are to be done. */
    boolean isRunning() {
        return executed && !commands.isEmpty();
    }

    /** Returns how many bytes of memory the commands take, or took before they were done. */
    int bytes() {
        return bytes;
    }
}
