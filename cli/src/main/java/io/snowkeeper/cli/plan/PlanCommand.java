package io.snowkeeper.cli.plan;

import io.snowkeeper.cli.options.EpochConverter;
import io.snowkeeper.cli.options.JsonOption;
import io.snowkeeper.cli.options.LayoutOptions;
import io.snowkeeper.cli.options.TimeConverter;
import io.snowkeeper.cli.plan.CutOver.Verdict;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that tells from when on ids of another layout are larger than all that there are. */
@Command(
        name = "plan",
        description = {
            "Say from when on ids of another layout or epoch are larger than all ids of the present one, and so never equal to any of them. Asks nobody: it computes."
        },
        sortOptions = false,
        abbreviateSynopsis = true,
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:There is such a time",
            "2:The command line is wrong",
            "3:There is none: the new layout has no larger ids"
        })
public final class PlanCommand implements Callable<Integer> {

    private static final int NEVER = 3;
    private static final String TO_LAYOUT = "--to-layout";

    private final MillisClock clock;

    @Spec
    private CommandSpec spec;

    @Mixin
    private LayoutOptions layoutOptions;

    @Option(
            names = TO_LAYOUT,
            paramLabel = LayoutOptions.FORM,
            description = "The layout of the new ids. Default: that of the present ones")
    private @Nullable String toLayout;

    @Option(
            names = "--to-epoch",
            paramLabel = "TIME",
            converter = EpochConverter.class,
            description = "The time from which the new ids count. Default: that of the present ones")
    private @Nullable Instant toEpoch;

    @Option(
            names = "--largest-id",
            paramLabel = "ID",
            description = "The largest id that was given. Default: the largest that can be by --at")
    private @Nullable Long largestId;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = {
                "The time of the last present id: when the last node is stopped, or the latest reserved_until that the fleet shows then. Default: now"
            })
    private @Nullable Instant at;

    @Mixin
    private JsonOption json;

    public PlanCommand(MillisClock clock) {
        this.clock = clock;
    }

    @Override
    public Integer call() {
        Instant now = Instant.ofEpochMilli(clock.millis());
        CutOver cutOver = cutOver(now);
        CutOverReport report = new CutOverReport(cutOver, now, at != null || largestId != null);
        PrintWriter out = spec.commandLine().getOut();
        if (json.isGiven()) {
            out.println(report.json());
        } else {
            report.lines().forEach(out::println);
        }
        out.flush();
        return cutOver.verdict() == Verdict.NEVER ? NEVER : 0;
    }

    private CutOver cutOver(Instant now) {
        Layout from = layoutOptions.layout();
        Layout to = to(from);
        if (largestId != null && at != null) {
            throw refused("--largest-id and --at exclude each other: the id has a time");
        }
        if (largestId != null && largestId < 0) {
            throw refused("must be >= 0: largestId=" + largestId);
        }
        try {
            return largestId == null ? CutOver.after(from, to, at == null ? now : at) : CutOver.of(from, to, largestId);
        } catch (IllegalArgumentException e) {
            throw refused((largestId == null ? "--at " : "--largest-id ") + e.getMessage());
        }
    }

    private Layout to(Layout from) {
        return LayoutOptions.parse(
                spec, TO_LAYOUT, toLayout == null ? from.text() : toLayout, toEpoch == null ? from.epoch() : toEpoch);
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
