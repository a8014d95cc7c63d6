package io.snowkeeper.cli.serve;

import io.snowkeeper.node.redis.RedisSettings;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options of the port for Redis' protocol. */
final class RedisOptions {

    @Spec(Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--redis-port",
            paramLabel = "PORT",
            description = {
                "TCP port for Redis clients: 0 to 65535, 0 for any free one; Redis' own is " + RedisSettings.USUAL_PORT
                        + ". Default: none"
            })
    private @Nullable Integer port;

    @Option(
            names = "--redis-create",
            paramLabel = "MODE",
            description = {
                "'block': INCR and INCRBY of an unknown name, by any client of the port, create a block sequence from 1 to 2^63-1. Default: none, such commands are refused"
            })
    private @Nullable String create;

    /** @throws ParameterException if a value is out of its range */
    Optional<RedisSettings> redis() {
        if (create != null && !create.equals("block")) {
            throw refused("must be block: --redis-create=" + create);
        }
        if (port == null) {
            if (create != null) {
                throw refused("--redis-create needs --redis-port");
            }
            return Optional.empty();
        }
        try {
            return Optional.of(new RedisSettings(port, create != null));
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    private ParameterException refused(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
