package io.snowkeeper.cli;

import io.snowkeeper.core.text.PrintableText;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** A handler of wrong options: states the problem, the value's origin, and where to read on. */
final class UsageErrors implements IParameterExceptionHandler {

    private final Configuration configuration;

    UsageErrors(Configuration configuration) {
        this.configuration = configuration;
    }

    @Override
    public int handleParseException(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        String remedy = e.getCause() instanceof InvalidPathException ? ": " + Configuration.BY_LOCALE : "";
        OptionWords words = new OptionWords(command.getCommandSpec());
        err.println(PrintableText.of(
                "snowkeeper: " + words.translate(String.valueOf(e.getMessage())) + remedy + source(e)));
        printSuggestions(e, words, err);
        err.println("Try '%s --help'.".formatted(command.getCommandSpec().qualifiedName()));
        err.flush();
        return ExitCode.USAGE;
    }

    private static void printSuggestions(ParameterException e, OptionWords words, PrintWriter err) {
        if (e instanceof UnmatchedArgumentException unmatched) {
            List<String> same = words.withLettersOf(unmatched.getUnmatched().get(0));
            if (!same.isEmpty()) {
                err.println("Possible solutions: " + String.join(", ", same));
                return;
            }
        }
        UnmatchedArgumentException.printSuggestions(e, err);
    }

    private String source(ParameterException e) {
        if (!(e.getArgSpec() instanceof OptionSpec option)
                || !option.stringValues().isEmpty()) {
            return "";
        }
        Optional<String> source = configuration.source(option);
        return source.map(name -> " (" + name + ")").orElse("");
    }
}
