package io.snowkeeper.cli.migrate;

import io.snowkeeper.cli.options.JsonOption;
import io.snowkeeper.cli.remote.AnyNode;
import io.snowkeeper.cli.remote.TokenOption;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.node.NodeFailedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that creates sequences above counters of other systems, and compares counters with sequences. */
@Command(
        name = "import",
        description = {
            "Create a sequence for each counter in a text, above the numbers that it has given out. Counters and existing sequences are never changed: run it as often as you like. docs/use/migrating.md says how to print the counters of Redis, PostgreSQL, Leaf and tinyid, and how to switch an application."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:Each counter has a sequence, and the margin lies between",
            "1:A counter has passed its sequence's first number, or has no sequence; the text could not be read; or the fleet did not answer",
            "2:The command line is wrong",
            "3:Each counter has a sequence above it, but less than the margin lies between"
        })
public final class ImportCommand implements Callable<Integer> {

    private static final int PROGRESS = 100;

    private final InputStream input;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "FILE",
            description = {
                "Lines with NAME and VALUE, the highest number given out; - for standard input. STEP and LAST may follow behind a tab or '|': the distance between numbers, and the last one that the counter can give out"
            })
    private String file;

    @Option(
            names = "--margin",
            paramLabel = "N",
            description = {
                "Numbers to leave free between counter and sequence: more than the counter gives out until all instances of the application have switched. Required without --check, 0 with it"
            })
    private @Nullable Long margin;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description = {
                "Mode of the new sequences: block, ordered, or gapless, whose numbers must be confirmed. Default: block"
            })
    private @Nullable String mode;

    @Option(
            names = "--replace",
            paramLabel = "FROM=TO",
            description = {
                "Replace text in keys to form names: /=: makes a/b a:b. Repeatable, applied in order. Default: names are the keys"
            })
    private List<String> replace = List.of();

    @Option(names = "--dry-run", fallbackValue = "true", description = "Change nothing; print what would be done.")
    private boolean dryRun;

    @Option(
            names = "--check",
            fallbackValue = "true",
            description = "Change nothing; a counter without a sequence is a failure.")
    private boolean check;

    @Mixin
    private AnyNode nodes;

    @Mixin
    private TokenOption token;

    @Mixin
    private JsonOption json;

    /** @param input standard input */
    public ImportCommand(InputStream input) {
        this.input = input;
    }

    @Override
    public Integer call() throws NodeFailedException {
        ImportPlan plan = plan();
        List<SourceKey> keys = read();
        ImportReport report = new ImportReport();
        try {
            nodes.ask(token.text(), client -> take(keys, new CounterImport(plan, Fleet.of(client), keys), report));
        } finally {
            // The finished part is reported even if the rest failed.
            if (report.size() > 0) {
                report.print(spec.commandLine().getOut(), json.isGiven());
            }
        }
        if (report.isWithoutCounters()) {
            throw new NodeFailedException("no counter in " + place());
        }
        return report.status();
    }

    private List<SourceKey> read() throws NodeFailedException {
        try {
            return CounterLine.all(isStandardInput() ? input : Files.newInputStream(Path.of(file)));
        } catch (NoSuchFileException e) {
            throw new NodeFailedException("there is no file " + place(), e);
        } catch (IOException e) {
            throw new NodeFailedException("%s cannot be read: %s".formatted(place(), e.getMessage()), e);
        }
    }

    private boolean isStandardInput() {
        return file.equals("-");
    }

    private String place() {
        return isStandardInput() ? "standard input" : file;
    }

    private void take(List<SourceKey> keys, CounterImport imports, ImportReport report) {
        PrintWriter progress = spec.commandLine().getErr();
        for (SourceKey key : keys) {
            report.add(imports.take(key));
            if (report.size() % PROGRESS == 0) {
                progress.println("snowkeeper: %s of %s counters done".formatted(report.size(), keys.size()));
                progress.flush();
            }
        }
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
            throw refused("must be block, ordered or gapless: mode=" + mode);
        }
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
