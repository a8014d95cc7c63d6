package io.snowkeeper.cli;

import io.snowkeeper.cli.options.LayoutOptions;
import io.snowkeeper.core.DecomposedId;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that takes an id apart. */
@Command(
        name = "decompose",
        description = "Print the time, the worker id and the sequence of an id.",
        sortOptions = false,
        abbreviateSynopsis = true,
        mixinStandardHelpOptions = true)
final class DecomposeCommand implements Callable<Integer> {

    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,100}");
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "The id: 0 to 9223372036854775807.")
    private String id;

    @Mixin
    private LayoutOptions layoutOptions;

    @Override
    public Integer call() {
        DecomposedId parts = layoutOptions.layout().decompose(parse());
        PrintWriter out = spec.commandLine().getOut();
        out.println("time      " + parts.time());
        out.println("worker    " + parts.workerId());
        out.println("sequence  " + parts.sequence());
        out.flush();
        return 0;
    }

    private long parse() {
        if (!DIGITS.matcher(id).matches() || new BigInteger(id).compareTo(MAX) > 0) {
            throw new ParameterException(
                    spec.commandLine(), "ID must be a whole number from 0 to " + MAX + ": '" + id + "'");
        }
        return Long.parseLong(id);
    }
}
