package io.snowkeeper.cli.remote;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.client.ParsedText;
import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.text.PrintableText;
import io.snowkeeper.node.NodeFailedException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The command that reads a text as a number, by a sequence's format or by one that is given. */
@Command(
        name = "parse",
        description =
                "Print which number a text stands for. Exit status 0 if it is one of the sequence, or of the format, else 1.")
final class ParseCommand implements Callable<Integer> {

    @ParentCommand
    private SequenceCommand parent;

    @Parameters(
            paramLabel = "[NAME] TEXT",
            arity = "1..2",
            description = "The sequence, unless there is --format; and the text.")
    private List<String> words;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "The format, as 'RE-{yyyy}-{n:000000}': no node is asked.")
    private @Nullable String format;

    @Override
    public Integer call() throws NodeFailedException {
        if (words.size() != (format == null ? 2 : 1)) {
            throw parent.refused("give NAME and TEXT, or --format and TEXT");
        }
        String text = words.get(words.size() - 1);
        if (format != null) {
            return print(parsed(format(format), text));
        }
        return parent.ask(words.get(0), sequence -> print(sequence.parse(text)));
    }

    private NumberFormat format(String pattern) {
        try {
            return NumberFormat.of(pattern);
        } catch (IllegalArgumentException e) {
            throw parent.refused(String.valueOf(e.getMessage()));
        }
    }

    private static ParsedText parsed(NumberFormat format, String text) {
        try {
            return new ParsedText(true, Optional.of(format.parse(text)), Optional.empty());
        } catch (IllegalArgumentException e) {
            return new ParsedText(false, Optional.empty(), Optional.of(String.valueOf(e.getMessage())));
        }
    }

    private int print(ParsedText parsed) {
        if (parent.isJson()) {
            parent.print(json(parsed));
        } else {
            parsed.number().ifPresent(number -> {
                parent.out().println("number " + number.number());
                number.period().ifPresent(period -> parent.out().println("period " + period.text()));
            });
            parsed.problem().ifPresent(problem -> parent.out().println("problem " + PrintableText.of(problem)));
            parent.out().flush();
        }
        return parsed.valid() ? 0 : 1;
    }

    private static ObjectNode json(ParsedText parsed) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("valid", parsed.valid());
        json.put("number", parsed.number().map(BusinessNumber::number).orElse(null));
        json.put(
                "period",
                parsed.number()
                        .flatMap(BusinessNumber::period)
                        .map(Period::text)
                        .orElse(null));
        return json.put("problem", parsed.problem().orElse(null));
    }
}
