package io.snowkeeper.node.redis;

import io.netty.handler.codec.redis.RedisMessage;
import io.snowkeeper.node.redis.codec.Command;
import io.snowkeeper.node.redis.codec.FixedMessage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** The table of all commands: their names, numbers of arguments, and actions. Thread-safe. */
final class CommandTable {

    private final Map<String, Row> rows = new LinkedHashMap<>();
    private final Map<String, FixedMessage> ofAll = new ConcurrentHashMap<>();

    /**
     * A command.
     *
     * @param arity the number of its parts, including its name; a minimum if it is negative
     * @param info its description in {@code COMMAND}
     * @param docs its description in {@code COMMAND DOCS}
     */
    record Row(String name, int arity, Work work, FixedMessage info, FixedMessage docs) {

        void requireArity(Command command) {
            if (arity >= 0 ? command.size() != arity : command.size() < -arity) {
                throw CommandException.wrongNumber(name);
            }
        }
    }

    /** The execution of a command: at once, or by the service. */
    sealed interface Work permits AtOnce, ByService {}

    /** The work of a command that needs no service. */
    record AtOnce(BiFunction<Command, RespSession, RedisMessage> answer) implements Work {}

    /** The work of a command that asks the service. */
    record ByService(BiFunction<Command, RespSession, Question> question) implements Work {}

    CommandTable atOnce(
            String name,
            int arity,
            String arguments,
            String summary,
            BiFunction<Command, RespSession, RedisMessage> answer) {
        return put(name, arity, false, arguments, summary, new AtOnce(answer));
    }

    CommandTable asks(
            String name,
            int arity,
            boolean keyed,
            String arguments,
            String summary,
            BiFunction<Command, RespSession, Question> question) {
        return put(name, arity, keyed, arguments, summary, new ByService(question));
    }

    /**
     * @param keyed whether its first argument is a name that a client may route by
     * @param arguments its arguments, for people
     */
    private CommandTable put(String name, int arity, boolean keyed, String arguments, String summary, Work work) {
        FixedMessage info = new FixedMessage(() -> CommandCommand.info(name, arity, keyed));
        FixedMessage docs = new FixedMessage(() -> CommandCommand.docs(arguments, summary));
        rows.put(name, new Row(name, arity, work, info, docs));
        return this;
    }

    /**
     * Returns the description of all commands together, which is made once, when the table is complete.
     *
     * @param subcommand the subcommand that returns it
     */
    FixedMessage ofAll(String subcommand, Supplier<RedisMessage> message) {
        return ofAll.computeIfAbsent(subcommand, unused -> new FixedMessage(message));
    }

    Map<String, Row> rows() {
        return rows;
    }

    Optional<Row> find(String name) {
        return Optional.ofNullable(rows.get(name));
    }
}
