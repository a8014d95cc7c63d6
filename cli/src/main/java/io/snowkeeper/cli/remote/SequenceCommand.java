package io.snowkeeper.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.core.text.PrintableText;
import io.snowkeeper.node.NodeFailedException;
import io.snowkeeper.node.security.AdminToken;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Works with named sequences, by asking a node that runs. */
@Command(
        name = "sequence",
        description = "Create, use and look after named sequences, by asking a node that runs.",
        sortOptions = false,
        usageHelpWidth = 100,
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT)
public final class SequenceCommand implements Runnable {

    private static final String NAME = "NAME";

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--server",
            paramLabel = "HOST:PORT",
            scope = ScopeType.INHERIT,
            description = "Any node of the fleet. Default: 127.0.0.1:7070")
    private @Nullable String server;

    @Mixin
    private ClientTlsOptions tls;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Print JSON, on one line.")
    private boolean json;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "File with the token that the nodes want for changes, if they do. Default: none")
    private @Nullable Path tokenFile;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "Missing command: " + String.join(", ", spec.subcommands().keySet()));
    }

    @Command(name = "create", description = "Create a sequence. Fine if there is one that was created in the same way.")
    int create(
            @Parameters(paramLabel = NAME, description = "1 to 128 of A-Z, a-z, 0-9, '.', '_' and '-'.") String name,
            @Option(names = "--from", paramLabel = "N", required = true, description = "The first number, from 1.")
                    long from,
            @Option(names = "--to", paramLabel = "N", required = true, description = "The last number.") long to,
            @Option(
                            names = "--mode",
                            paramLabel = "MODE",
                            required = true,
                            description = "block, ordered or gapless; docs/sequences.md tells which.")
                    String mode,
            @Mixin SequenceOptionsArguments options)
            throws NodeFailedException {
        ObjectNode body = range(change("sequence_create", name), from, to).put("mode", mode);
        options.addTo(body);
        return print(ask(body));
    }

    @Command(name = "next", description = "Take numbers, and print each on a line; then the reservation, if it is one.")
    int next(
            @Parameters(paramLabel = NAME, description = "The sequence.") String name,
            @Option(names = "--count", paramLabel = "N", defaultValue = "1", description = "How many. Default: 1")
                    int count,
            @Option(names = "--key", paramLabel = "KEY", description = "The same key gets the same numbers again.")
                    @Nullable
                    String key)
            throws NodeFailedException {
        ObjectNode body = body("sequence_next", name).put("count", count);
        if (key != null) {
            body.put("key", key);
        }
        JsonNode answer = ask(body);
        if (json) {
            return print(answer);
        }
        answer.path("numbers").forEach(number -> out().println(number.asLong()));
        if (answer.hasNonNull("reservation")) {
            out().println("reservation "
                    + PrintableText.of(answer.path("reservation").asText()));
        }
        out().flush();
        return 0;
    }

    @Command(name = "confirm", description = "Confirm numbers of a gapless sequence.")
    int confirm(
            @Parameters(paramLabel = NAME, description = "The sequence.") String name,
            @Parameters(paramLabel = "RESERVATION", description = "As 'next' printed it.") String reservation)
            throws NodeFailedException {
        return done(ask(body("sequence_confirm", name).put("reservation", reservation)));
    }

    @Command(name = "cancel", description = "Put numbers of a gapless sequence back.")
    int cancel(
            @Parameters(paramLabel = NAME, description = "The sequence.") String name,
            @Parameters(paramLabel = "RESERVATION", description = "As 'next' printed it.") String reservation)
            throws NodeFailedException {
        return done(ask(body("sequence_cancel", name).put("reservation", reservation)));
    }

    @Command(name = "describe", description = "Print how a sequence stands.")
    int describe(@Parameters(paramLabel = NAME, description = "The sequence.") String name) throws NodeFailedException {
        return print(ask(body("sequence_describe", name)));
    }

    @Command(name = "list", description = "Print the names of all sequences, in their order.")
    int list(
            @Option(names = "--after", paramLabel = NAME, description = "Begin after this name, of a sequence or not.")
                    @Nullable
                    String after,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            description = "Print so many at the most, 1 to 1,000. Default: all")
                    @Nullable
                    Integer limit)
            throws NodeFailedException {
        JsonNode page = listPage(after, limit);
        if (json) {
            return print(limit == null ? withFollowing(page) : page);
        }
        while (true) {
            page.path("sequences").forEach(name -> out().println(PrintableText.of(name.asText())));
            out().flush();
            if (limit != null || !page.hasNonNull("next")) {
                return 0;
            }
            page = pageAfter(page);
        }
    }

    /** A server that shows the same page again and again would never come to an end. */
    private JsonNode pageAfter(JsonNode page) throws NodeFailedException {
        String next = page.path("next").asText();
        JsonNode following = listPage(next, null);
        if (following.hasNonNull("next") && following.path("next").asText().compareTo(next) <= 0) {
            throw new NodeFailedException(
                    "what answers is no node of Snowkeeper: the pages of its list do not follow one another");
        }
        return following;
    }

    private JsonNode listPage(@Nullable String after, @Nullable Integer limit) throws NodeFailedException {
        ObjectNode body = NodeClient.body("sequence_list");
        if (after != null) {
            body.put("after", after);
        }
        if (limit != null) {
            body.put("limit", limit);
        }
        return ask(body);
    }

    /** Returns a page with the names of those that follow it. */
    private JsonNode withFollowing(JsonNode first) throws NodeFailedException {
        ObjectNode all = first.deepCopy();
        JsonNode page = first;
        while (page.hasNonNull("next")) {
            page = pageAfter(page);
            all.withArray("sequences").addAll((ArrayNode) page.path("sequences"));
        }
        all.remove("next");
        return all;
    }

    @Command(name = "append", description = "Add a range, to be used when those before it are used up.")
    int append(
            @Parameters(paramLabel = NAME, description = "The sequence.") String name,
            @Option(names = "--from", paramLabel = "N", required = true, description = "The first number, from 1.")
                    long from,
            @Option(names = "--to", paramLabel = "N", required = true, description = "The last number.") long to)
            throws NodeFailedException {
        return print(ask(range(change("sequence_append", name), from, to)));
    }

    @Command(name = "configure", description = "Set options; those that are not given stay as they are.")
    int configure(
            @Parameters(paramLabel = NAME, description = "The sequence.") String name,
            @Mixin SequenceOptionsArguments options)
            throws NodeFailedException {
        ObjectNode body = change("sequence_configure", name);
        options.addTo(body);
        return print(ask(body));
    }

    @Command(name = "delete", description = "Delete a sequence, if its next number is the one that is given.")
    int delete(
            @Parameters(paramLabel = NAME, description = "The sequence.") String name,
            @Option(
                            names = "--next",
                            paramLabel = "N",
                            required = true,
                            description = "Its next number as 'describe' prints it, 'none' if it has none.")
                    String next)
            throws NodeFailedException {
        ObjectNode body = change("sequence_delete", name);
        return done(ask(next.equals("none") ? body.putNull("next") : body.put("next", next)));
    }

    private static ObjectNode body(String type, String name) {
        return NodeClient.body(type).put("sequence", name);
    }

    /** Returns a body for a request that changes a sequence: with the token, if there is one. */
    private ObjectNode change(String type, String name) {
        ObjectNode body = body(type, name);
        if (tokenFile == null) {
            return body;
        }
        try {
            return body.put("token", AdminToken.readText(tokenFile));
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), "--token-file cannot be read: " + e, e);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--token-file: " + e.getMessage(), e);
        }
    }

    private static ObjectNode range(ObjectNode body, long from, long to) {
        return body.put("from", from).put("to", to);
    }

    private JsonNode ask(ObjectNode body) throws NodeFailedException {
        Optional<SSLContext> context = tls.context();
        try {
            return NodeClient.of(server == null ? "127.0.0.1:7070" : server, context)
                    .ask(body);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    private int print(JsonNode answer) {
        Fields.of(answer).print(out(), json);
        return 0;
    }

    /** That it was done, the exit status says; a program that reads JSON gets an object all the same. */
    private int done(JsonNode answer) {
        return json ? print(answer) : 0;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
