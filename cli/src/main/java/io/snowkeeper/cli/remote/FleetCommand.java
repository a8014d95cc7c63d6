package io.snowkeeper.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.cli.options.JsonOption;
import io.snowkeeper.core.text.PrintableText;
import io.snowkeeper.node.NodeFailedException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that shows the fleet, as a node sees it. */
@Command(
        name = "fleet",
        description = "Print the nodes of the fleet and the worker ids that are in use, resting or retired.",
        sortOptions = false,
        usageHelpWidth = 100,
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:The fleet was printed, as it is now",
            "1:No node answers, or it has not seen the fleet yet",
            "2:The command line is wrong",
            "3:The fleet was printed as it was when ZooKeeper was last reached"
        })
public final class FleetCommand implements Callable<Integer> {

    private static final int NOT_OF_NOW = 3;
    private static final String DEFAULT = "http://127.0.0.1:7071";
    private static final String DEFAULT_OVER_TLS = "https://127.0.0.1:7071";

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The node to ask, where it serves HTTP. Default: " + DEFAULT + ", with TLS https")
    private @Nullable String url;

    @Mixin
    private ClientTlsOptions tls;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws NodeFailedException, InterruptedException {
        JsonNode fleet = client().get("/v1/fleet");
        PrintWriter out = spec.commandLine().getOut();
        if (json.isGiven()) {
            out.println(PrintableText.of(fleet.toString()));
        } else {
            print(out, fleet);
        }
        out.flush();
        return fleet.path("connected").asBoolean() ? 0 : NOT_OF_NOW;
    }

    private HttpNodeClient client() {
        Optional<SSLContext> context = tls.context();
        try {
            String usual = context.isPresent() ? DEFAULT_OVER_TLS : DEFAULT;
            return HttpNodeClient.of(url == null ? usual : url, context);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    private static void print(PrintWriter out, JsonNode fleet) {
        out.println(PrintableText.of("fleet %s, seen at %s%s"
                .formatted(
                        fleet.path("fleet").asText("not known yet"),
                        fleet.path("as_of").asText(),
                        fleet.path("connected").asBoolean() ? "" : "; ZooKeeper cannot be reached since")));
        out.println(PrintableText.of(counts(fleet.path("worker_ids"))));
        out.println();
        TextTable nodes = new TextTable("NODE", "WORKER", "SKEW", "IDS/S", "SINCE", "ADDRESS");
        fleet.path("nodes")
                .forEach(node -> nodes.add(
                        name(node),
                        text(node, "worker_id", ""),
                        text(node, "skew_ms", " ms"),
                        node.hasNonNull("ids_per_second")
                                ? Long.toString(
                                        Math.round(node.path("ids_per_second").asDouble()))
                                : "-",
                        text(node, "since", ""),
                        texts(node.path("endpoints"))));
        nodes.print(out);
        out.println();
        TextTable slots = new TextTable("WORKER", "STATE", "NODE", "RESERVED UNTIL");
        for (JsonNode slot : fleet.path("slots")) {
            if (!slot.path("state").asText().equals("free")) {
                slots.add(
                        text(slot, "worker_id", ""),
                        text(slot, "state", ""),
                        text(slot, "node", ""),
                        text(slot, "reserved_until", ""));
            }
        }
        slots.print(out);
    }

    private static String name(JsonNode node) {
        String name = node.path("name").asText();
        // A node of a former version does not say what the others are.
        boolean embedded = node.path("kind").asText().equals("embedded");
        return name + (embedded ? " (embedded)" : "") + (node.path("self").asBoolean() ? " *" : "");
    }

    /** "1024 worker ids: 1021 free, 3 live, ...", whatever states there are. */
    private static String counts(JsonNode workers) {
        List<String> counts = new ArrayList<>();
        workers.properties().forEach(count -> {
            if (!count.getKey().equals("total") && count.getValue().asLong() > 0) {
                counts.add(count.getValue().asText() + " " + count.getKey());
            }
        });
        return "%s worker ids: %s".formatted(workers.path("total").asText(), String.join(", ", counts));
    }

    private static String text(JsonNode object, String key, String unit) {
        return object.hasNonNull(key) ? object.path(key).asText() + unit : "-";
    }

    private static String texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.joining(" "));
    }
}
