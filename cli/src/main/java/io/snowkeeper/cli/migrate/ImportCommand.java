package io.snowkeeper.cli.migrate;

import io.snowkeeper.cli.migrate.redis.RedisAddress;
import io.snowkeeper.cli.migrate.redis.RedisKey;
import io.snowkeeper.cli.migrate.redis.RedisKeys;
import io.snowkeeper.cli.options.JsonOption;
import io.snowkeeper.cli.remote.AnyNode;
import io.snowkeeper.cli.remote.TokenOption;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.node.NodeFailedException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that creates sequences above the counters of a Redis, and tells how counters and sequences stand to each other. */
@Command(
        name = "import",
        description = {
            "Create a sequence for each counter of a Redis, above what it has given out. The counters stay as they",
            "are, and sequences that are there are never changed: run it as often as you like. docs/migrating.md tells",
            "how an application goes over."
        },
        sortOptions = false,
        usageHelpWidth = 100,
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:Each counter has a sequence, and the margin lies between",
            "1:A counter has passed its sequence's first number, or has no sequence; or Redis or the fleet did not answer",
            "2:The command line is wrong",
            "3:Each counter has a sequence above it, but less than the margin lies between"
        })
public final class ImportCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private RedisOptions redis;

    @Option(
            names = "--match",
            paramLabel = "GLOB",
            required = true,
            description = "Which keys, as Redis' KEYS takes it: 'seq:*'")
    private String match;

    @Option(
            names = "--margin",
            paramLabel = "N",
            description = {
                "How many numbers are to lie between a counter and the first number of its sequence: more than Redis",
                "gives out until all instances of the application have gone over. Needed, but with --check, where its",
                "default is 0"
            })
    private @Nullable Long margin;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description = "Of the new sequences: block or ordered. Default: block")
    private @Nullable String mode;

    @Option(
            names = "--replace",
            paramLabel = "FROM=TO",
            description = {
                "Replace a text in keys, for names: /=: makes a/b a:b. May be given several times, and is done in that",
                "order. Default: names are the keys"
            })
    private List<String> replace = List.of();

    @Option(names = "--dry-run", description = "Change nothing, and tell what would be done.")
    private boolean dryRun;

    @Option(names = "--check", description = "Change nothing, and take a counter without a sequence for a failure.")
    private boolean check;

    @Mixin
    private AnyNode nodes;

    @Mixin
    private TokenOption token;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws NodeFailedException {
        ImportPlan plan = plan();
        RedisAddress address = redis.address();
        SSLContext tls = redis.tls();
        ImportReport report = new ImportReport();
        try (RedisKeys keys = RedisKeys.open(address, tls, match)) {
            nodes.ask(token.text(), client -> take(keys, new CounterImport(plan, Fleet.of(client)), report, address));
        } catch (IOException e) {
            throw unanswered(address, e);
        } finally {
            // What was done is told even if the rest was not.
            if (report.size() > 0) {
                report.print(spec.commandLine().getOut(), json.isGiven());
            }
        }
        if (report.isWithoutCounters()) {
            throw new NodeFailedException(
                    "no counter matches %s in database %d of %s".formatted(match, address.database(), address));
        }
        return report.status();
    }

    private void take(RedisKeys keys, CounterImport counters, ImportReport report, RedisAddress address)
            throws NodeFailedException {
        try {
            ImportProgress progress = new ImportProgress(spec.commandLine().getErr(), keys.total());
            while (keys.hasNext()) {
                for (RedisKey key : keys.next()) {
                    report.add(counters.take(key));
                    progress.keyDone();
                }
                progress.pageDone();
            }
        } catch (IOException e) {
            throw unanswered(address, e);
        }
    }

    private static NodeFailedException unanswered(RedisAddress address, IOException e) {
        return new NodeFailedException("no answer from Redis at %s: %s".formatted(address, e.getMessage()), e);
    }

    private ImportPlan plan() {
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
            throw refused("must be block or ordered: mode=" + mode);
        }
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
