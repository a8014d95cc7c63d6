package io.snowkeeper.cli.migrate;

import io.snowkeeper.cli.migrate.source.CounterPages;
import io.snowkeeper.cli.migrate.source.CounterSource;
import io.snowkeeper.cli.migrate.source.SourceKey;
import io.snowkeeper.cli.options.JsonOption;
import io.snowkeeper.cli.remote.AnyNode;
import io.snowkeeper.cli.remote.TokenOption;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.node.NodeFailedException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that creates sequences above counters of other systems, and tells how counters and sequences stand to each other. */
@Command(
        name = "import",
        description = {
            "Create a sequence for each counter of a Redis or a database, above what it has given out. The counters stay as they are, and sequences that are there are never changed: run it as often as you like. docs/migrating.md tells how an application goes over."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:Each counter has a sequence, and the margin lies between",
            "1:A counter has passed its sequence's first number, or has no sequence; or the source or the fleet did not answer",
            "2:The command line is wrong",
            "3:Each counter has a sequence above it, but less than the margin lies between"
        })
public final class ImportCommand implements Callable<Integer> {

    private final Map<String, String> environment;
    private final InputStream input;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "SOURCE",
            description = {
                "Where the counters are:",
                "redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE], or rediss:// for TLS; jdbc:postgresql://HOST[:PORT]/DATABASE, or any jdbc: with --table; file:PATH, or - for standard input: NAME VALUE in each line."
            })
    private String source;

    @Option(
            names = "--match",
            paramLabel = "GLOB",
            required = true,
            description = "Which counters, as Redis' KEYS takes it: 'seq:*', 'public.*_seq'")
    private String match;

    @Option(
            names = "--margin",
            paramLabel = "N",
            description = {
                "How many numbers are to lie between a counter and the first number of its sequence: more than the counter gives out until all instances of the application have gone over. Needed, but with --check, where its default is 0"
            })
    private @Nullable Long margin;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description = {
                "Of the new sequences: block, ordered, or gapless, which clients of Redis cannot use. Default: block"
            })
    private @Nullable String mode;

    @Option(
            names = "--replace",
            paramLabel = "FROM=TO",
            description = {
                "Replace a text in keys, for names: /=: makes a/b a:b. May be given several times, and is done in that order. Default: names are the keys"
            })
    private List<String> replace = List.of();

    @Option(names = "--dry-run", description = "Change nothing, and tell what would be done.")
    private boolean dryRun;

    @Option(names = "--check", description = "Change nothing, and take a counter without a sequence for a failure.")
    private boolean check;

    @Mixin
    private RedisOptions redis;

    @Mixin
    private JdbcOptions jdbc;

    @Mixin
    private AnyNode nodes;

    @Mixin
    private TokenOption token;

    @Mixin
    private JsonOption json;

    /**
     * Creates the command.
     *
     * @param environment the environment's variables
     * @param input standard input
     */
    public ImportCommand(Map<String, String> environment, InputStream input) {
        this.environment = Map.copyOf(environment);
        this.input = input;
    }

    @Override
    public Integer call() throws NodeFailedException {
        CounterSource counters = new SourceArgument(spec, redis, jdbc).source(source, environment, input);
        ImportPlan plan = plan(counters);
        ImportReport report = new ImportReport();
        try (CounterPages pages = open(counters)) {
            nodes.ask(token.text(), client -> take(pages, new CounterImport(plan, Fleet.of(client)), report, counters));
        } catch (IOException e) {
            throw unread(counters, e);
        } finally {
            // What was done is told even if the rest was not.
            if (report.size() > 0) {
                report.print(spec.commandLine().getOut(), json.isGiven());
            }
        }
        if (report.isWithoutCounters()) {
            throw new NodeFailedException("no counter matches %s in %s".formatted(match, counters.place()));
        }
        return report.status();
    }

    private CounterPages open(CounterSource counters) throws IOException {
        try {
            return counters.open(match);
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    private void take(CounterPages pages, CounterImport imports, ImportReport report, CounterSource counters)
            throws NodeFailedException {
        try {
            ImportProgress progress = new ImportProgress(spec.commandLine().getErr(), pages.total());
            while (pages.hasNext()) {
                for (SourceKey key : pages.next()) {
                    report.add(imports.take(key));
                    progress.keyDone();
                }
                progress.pageDone(pages.looked());
            }
        } catch (IOException e) {
            throw unread(counters, e);
        }
    }

    private static NodeFailedException unread(CounterSource counters, IOException e) {
        return new NodeFailedException("%s: %s".formatted(counters.unread(), e.getMessage()), e);
    }

    private ImportPlan plan(CounterSource counters) {
        if (dryRun && check) {
            throw refused("--dry-run and --check exclude each other");
        }
        if (check && mode != null) {
            throw refused("--check creates nothing: give no --mode");
        }
        if (margin == null && !check) {
            throw refused("Missing required option: '--margin=N'");
        }
        ImportPlan.Action action =
                check ? ImportPlan.Action.CHECK : dryRun ? ImportPlan.Action.TRY : ImportPlan.Action.CREATE;
        try {
            return new ImportPlan(
                    counters.origin(),
                    action,
                    mode(),
                    margin == null ? 0 : margin,
                    new NameRules(replace.stream().map(NameRules.Rule::parse).toList()));
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    private SequenceMode mode() {
        if (mode == null) {
            return SequenceMode.BLOCK;
        }
        try {
            return SequenceMode.valueOf(mode.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw refused("must be block, ordered or gapless: mode=" + mode);
        }
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
