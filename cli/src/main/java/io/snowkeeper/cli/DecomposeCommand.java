package io.snowkeeper.cli;

import io.snowkeeper.cli.options.IdOrder;
import io.snowkeeper.cli.options.LayoutOptions;
import io.snowkeeper.core.DecomposedId;
import io.snowkeeper.core.text.AnyId;
import io.snowkeeper.core.text.PublicIds;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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

    @Option(
            names = "--public-id-keys",
            paramLabel = "FILE",
            description = "The nodes' file with the keys of public ids, to read one. Default: none")
    private @Nullable Path publicIdKeys;

    @Option(names = "--reversed", fallbackValue = "true", description = "The id's bits are in reversed order.")
    private boolean reversed;

    @Mixin
    private LayoutOptions layoutOptions;

    @Override
    public Integer call() {
        AnyId given = given();
        DecomposedId parts = parts(given);
        PrintWriter out = spec.commandLine().getOut();
        if (!given.text().equals(id)) {
            out.println("id        " + given.text());
        }
        out.println("time      " + parts.time());
        out.println("worker    " + parts.workerId());
        out.println("sequence  " + parts.sequence());
        out.flush();
        AnyId.doubt(id).ifPresent(doubt -> {
            spec.commandLine().getErr().println("snowkeeper: " + doubt);
            spec.commandLine().getErr().flush();
        });
        return 0;
    }

    private AnyId given() {
        try {
            return reversed ? AnyId.reversed(id) : AnyId.parse(id, keys());
        } catch (IllegalArgumentException e) {
            throw refused(e);
        }
    }

    private PublicIds keys() {
        try {
            return publicIdKeys == null ? PublicIds.NONE : PublicIds.read(publicIdKeys);
        } catch (IOException | IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(), "--public-id-keys: %s: %s".formatted(publicIdKeys, e.getMessage()));
        }
    }

    private DecomposedId parts(AnyId given) {
        try {
            return given.decompose(layoutOptions.layout(IdOrder.TIME));
        } catch (IllegalArgumentException e) {
            throw refused(e);
        }
    }

    private ParameterException refused(IllegalArgumentException cause) {
        return new ParameterException(
                spec.commandLine(),
                "ID must be an integer from 0 to %s, a UUID of version 7, or an id in another form: %s"
                        .formatted(layoutOptions.layout(IdOrder.TIME).maxId(), cause.getMessage()));
    }
}
