package io.snowkeeper.cli.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.cli.options.JsonOption;
import io.snowkeeper.cli.remote.ClientTlsOptions;
import io.snowkeeper.core.text.PrintableText;
import io.snowkeeper.node.NodeFailedException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLContext;
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
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:The fleet was printed, as it is now, and gives ids and numbers",
            "1:No node answers, or it has not seen the fleet yet",
            "2:The command line is wrong",
            "3:The fleet was printed, and a node in it refuses ids, or the verdict is not that ids and sequences are given"
        })
public final class FleetCommand implements Callable<Integer> {

    private static final int NOT_WELL = 3;
    private static final String DEFAULT = "http://127.0.0.1:7071";
    private static final String DEFAULT_OVER_TLS = "https://127.0.0.1:7071";

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--url",
            paramLabel = "URL[,...]",
            description = {
                "The HTTP port of a node, or of several: the first one that answers for the fleet counts.",
                "Default: " + DEFAULT + ", with TLS https"
            })
    private List<String> urls = List.of();

    @Mixin
    private ClientTlsOptions tls;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws NodeFailedException, InterruptedException {
        Sighting seen = nodes().look();
        print(seen.fleet());
        return seen.isWell() ? 0 : NOT_WELL;
    }

    private FleetNodes nodes() {
        Optional<SSLContext> context = tls.context();
        try {
            String usual = context.isPresent() ? DEFAULT_OVER_TLS : DEFAULT;
            return FleetNodes.of(urls.isEmpty() ? usual : String.join(",", urls), context);
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    private void print(JsonNode fleet) {
        PrintWriter out = spec.commandLine().getOut();
        if (json.isGiven()) {
            out.println(PrintableText.of(fleet.toString()));
        } else {
            new FleetTables(fleet).print(out);
        }
        out.flush();
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
