package io.snowkeeper.cli.remote;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.cli.options.JsonOption;
import io.snowkeeper.core.text.PrintableText;
import io.snowkeeper.node.NodeFailedException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import javax.net.ssl.SSLContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that prints a node's status. */
@Command(
        name = "status",
        description = "Print a node's status: its worker id, how long it can go on, and what keeps it from serving.",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:The node is ready, each of several",
            "1:No node answers, or one of several does not",
            "2:The command line is wrong",
            "3:The node answers, or each of several, and one is not ready: reason and problem say why"
        })
public final class StatusCommand implements Callable<Integer> {

    private static final String DEFAULT = "127.0.0.1:7070";
    private static final int NOT_SERVING = 3;
    private static final double MILLIS_PER_SECOND = 1e3;

    /** The fields in Unix milliseconds. */
    private static final Set<String> TIMES = Set.of("ids_until_ms", "reserved_until_ms", "epoch_ms");

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--server",
            paramLabel = "HOST[:PORT][,...]",
            description = "The line port of a node, or of each of several. Default: " + DEFAULT)
    private List<String> servers = List.of();

    @Mixin
    private ClientTlsOptions tls;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws NodeFailedException {
        List<NodeClient> nodes = clients();
        if (nodes.size() == 1) {
            return print(nodes.get(0));
        }
        int status = 0;
        for (int i = 0; i < nodes.size(); i++) {
            if (i > 0 && !json.isGiven()) {
                spec.commandLine().getOut().println();
            }
            int found = statusOf(nodes.get(i));
            status = status == ExitCode.SOFTWARE || found == 0 ? status : found;
        }
        return status;
    }

    /** Prints how one of several stands, or why that is not known. */
    private int statusOf(NodeClient node) {
        try {
            return print(node);
        } catch (NodeFailedException e) {
            spec.commandLine().getErr().println("snowkeeper: " + PrintableText.of(String.valueOf(e.getMessage())));
            return ExitCode.SOFTWARE;
        }
    }

    private int print(NodeClient node) throws NodeFailedException {
        JsonNode status = node.ask(NodeClient.body("status"));
        Fields.of(json.isGiven() ? status : forPeople(status))
                .print(spec.commandLine().getOut(), json.isGiven());
        boolean serves =
                status.path("ready").asBoolean() && !status.path("draining").asBoolean();
        return serves ? 0 : NOT_SERVING;
    }

    private List<NodeClient> clients() {
        Optional<SSLContext> context = tls.context();
        try {
            return Stream.of((servers.isEmpty() ? DEFAULT : String.join(",", servers)).split(",", -1))
                    .map(address -> NodeClient.of(address.strip(), context))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    /** Formats times as times, and lists without brackets. */
    private static JsonNode forPeople(JsonNode status) {
        ObjectNode told = JsonNodeFactory.instance.objectNode();
        status.properties().forEach(field -> {
            String name = field.getKey();
            JsonNode value = field.getValue();
            if (TIMES.contains(name)) {
                told.put(
                        name.replace("_ms", ""),
                        value.isNumber() ? Instant.ofEpochMilli(value.asLong()).toString() : null);
            } else if (name.equals("reserved_remaining_ms")) {
                told.put("reserved_remaining", value.isNumber() ? remaining(value.asLong()) : null);
            } else if (value.isArray()) {
                told.put(
                        name,
                        value.isEmpty()
                                ? null
                                : StreamSupport.stream(value.spliterator(), false)
                                        .map(JsonNode::asText)
                                        .collect(joining(", ")));
            } else {
                told.set(name, value);
            }
        });
        return told;
    }

    private static String remaining(long millis) {
        return String.format(Locale.ROOT, "%.1f s, for which ids go on without a renewal", millis / MILLIS_PER_SECOND);
    }
}
