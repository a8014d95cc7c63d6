package io.snowkeeper.cli.remote;

import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.client.SnowkeeperClientBuilder;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.api.SnowkeeperException;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.node.NodeFailedException;
import io.snowkeeper.sequences.ledger.InvalidLedgerException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The nodes of a fleet, for requests that each of them can answer: if one does not answer, the next one is tried. */
public final class AnyNode {

    /**
     * Silent: its messages about nodes that do not answer are reported if none does. Held, since a level is lost with
     * its logger.
     */
    private static final Logger CLIENT_LOG = Logger.getLogger(SnowkeeperClient.class.getPackageName());

    static {
        CLIENT_LOG.setLevel(Level.OFF);
    }

    private static final String DEFAULT = "127.0.0.1:7070";

    /** As long as one node may take for an answer: 10,000 ids take up to as many milliseconds of a clock. */
    private static final Duration ATTEMPT = Duration.ofSeconds(5);

    private static final Duration DEADLINE = Duration.ofSeconds(10);

    /** Questions to a fleet. */
    @FunctionalInterface
    public interface Questions {
        void ask(SnowkeeperClient client) throws NodeFailedException;
    }

    @Spec(Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--server",
            paramLabel = "HOST[:PORT][,...]",
            scope = ScopeType.INHERIT,
            description = "Line ports of nodes of the fleet; one of them must answer. Default: " + DEFAULT)
    private List<String> servers = List.of();

    @Mixin
    private ClientTlsOptions tls;

    /**
     * Asks by a client of its own.
     *
     * @param token the nodes' token for changes; empty for none
     * @throws NodeFailedException if no node answers, or one refuses
     * @throws ParameterException if an address is malformed, a file for TLS cannot be used, or a value is out of its
     *     range
     */
    public void ask(Optional<String> token, Questions questions) throws NodeFailedException {
        try (SnowkeeperClient client = client(token)) {
            questions.ask(client);
        } catch (RefusedException e) {
            throw new NodeFailedException("%s (error %s)".formatted(e.text(), e.code()), e);
        } catch (UnavailableException e) {
            throw new NodeFailedException(
                    "no answer from a node at %s, choose another one with --server: %s"
                            .formatted(addresses(), e.getMessage()),
                    e);
        } catch (SnowkeeperException e) {
            throw new NodeFailedException(String.valueOf(e.getMessage()), e);
        } catch (InvalidLedgerException e) {
            throw new NodeFailedException(
                    "a node at %s does not return a ledger: %s".formatted(addresses(), e.getMessage()), e);
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    private SnowkeeperClient client(Optional<String> token) {
        SnowkeeperClientBuilder builder =
                SnowkeeperClient.builder().deadline(DEADLINE).attemptTimeout(ATTEMPT);
        try {
            builder.servers(addresses());
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
        token.ifPresent(builder::token);
        tls.files().ifPresent(builder::tls);
        try {
            return builder.build();
        } catch (IllegalArgumentException e) {
            throw refused("--tls-ca, --tls-client-certificate or --tls-client-key: " + e.getMessage());
        }
    }

    private String addresses() {
        return servers.isEmpty() ? DEFAULT : String.join(",", servers);
    }

    private ParameterException refused(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
