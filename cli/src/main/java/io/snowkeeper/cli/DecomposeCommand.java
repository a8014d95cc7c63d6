package io.snowkeeper.cli;

import io.snowkeeper.cli.options.IdOrder;
import io.snowkeeper.cli.options.LayoutOptions;
import io.snowkeeper.core.DecomposedId;
import io.snowkeeper.core.text.AnyId;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
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

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "The id, as it was handed out: a number, a UUID, or another text.")
    private String id;

    @Mixin
    private LayoutOptions layoutOptions;

    @Override
    public Integer call() {
        DecomposedId parts = parts();
        PrintWriter out = spec.commandLine().getOut();
        out.println("time      " + parts.time());
        out.println("worker    " + parts.workerId());
        out.println("sequence  " + parts.sequence());
        out.flush();
        return 0;
    }

    private DecomposedId parts() {
        try {
            return AnyId.parse(id).decompose(layoutOptions.layout(IdOrder.TIME));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "ID must be an integer from 0 to %s, a UUID of version 7, or an id in another form: '%s'"
                            .formatted(Long.MAX_VALUE, id));
        }
    }
}
