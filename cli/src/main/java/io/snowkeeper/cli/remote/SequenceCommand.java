package io.snowkeeper.cli.remote;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.client.SequenceClient;
import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.GivenOptions;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.LedgerMark;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.text.PrintableText;
import io.snowkeeper.node.NodeFailedException;
import io.snowkeeper.node.http.routing.ObjectFields;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The commands about named sequences, which ask a node that runs. */
@Command(
        name = "sequence",
        description = "Create, use and manage named sequences, through a running node.",
        subcommands = {
            ListCommand.class,
            PendingCommand.class,
            ParseCommand.class,
            LedgerCommand.class,
            AuditCommand.class
        },
        sortOptions = false,
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT)
public final class SequenceCommand implements Runnable {

    private static final String NAME = "NAME";

    @Spec
    private CommandSpec spec;

    @Mixin
    private AnyNode nodes;

    @Option(
            names = "--json",
            fallbackValue = "true",
            scope = ScopeType.INHERIT,
            description = "Print JSON, on one line.")
    private boolean json;

    @Mixin
    private TokenOption token;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "Missing command: " + String.join(", ", spec.subcommands().keySet()));
    }

    @Command(
            name = "create",
            description = "Create a sequence. Succeeds if one exists that was created in the same way.")
    int create(
            @Parameters(paramLabel = NAME, description = "1 to 128 of A-Z, a-z, 0-9, '.', '_', ':' and '-'.")
                    String name,
            @Mixin RangeArguments ranges,
            @Option(
                            names = "--mode",
                            paramLabel = "MODE",
                            required = true,
                            description = "block, ordered or gapless; docs/use/sequences.md compares them.")
                    String mode,
            @Option(
                            names = "--step",
                            paramLabel = "N",
                            description = "The distance between numbers of a block or ordered sequence. Default: 1")
                    @Nullable
                    Long step,
            @Mixin SequenceOptionsArguments options,
            @Mixin PeriodArguments periods)
            throws NodeFailedException {
        List<NumberRange> given = given(ranges);
        return use(name, sequence -> {
            GivenOptions chosen = periods.addTo(options.given());
            print(ranges.of(sequence).create(mode(mode), given, step == null ? chosen : chosen.withStep(step)));
        });
    }

    @Command(
            name = "next",
            description =
                    "Take numbers, and print one a line, with its text, if any, behind a tab; then the period and the reservation, if any.")
    int next(
            @Parameters(paramLabel = NAME, description = "The sequence.") String name,
            @Option(names = "--count", paramLabel = "N", defaultValue = "1", description = "How many. Default: 1")
                    int count,
            @Option(names = "--key", paramLabel = "KEY", description = "The same key gets the same numbers again.")
                    @Nullable
                    String key)
            throws NodeFailedException {
        return use(name, sequence -> {
            SequenceNumbers taken = key == null ? sequence.next(count) : sequence.next(count, key);
            if (json) {
                print(SequenceJson.of(taken));
                return;
            }
            for (int i = 0; i < taken.numbers().size(); i++) {
                String text = taken.texts().isEmpty()
                        ? ""
                        : "\t" + PrintableText.of(taken.texts().get(i));
                out().println(taken.numbers().get(i) + text);
            }
            taken.period().ifPresent(period -> out().println("period " + period.text()));
            taken.reservation().ifPresent(text -> out().println("reservation " + PrintableText.of(text)));
            out().flush();
        });
    }

    @Command(name = "confirm", description = "Confirm numbers of a gapless sequence.")
    int confirm(
            @Parameters(paramLabel = NAME, description = "The sequence.") String name,
            @Parameters(paramLabel = "RESERVATION", arity = "0..1", description = "As 'next' printed it.") @Nullable
                    String reservation,
            @Mixin NumberArguments number)
            throws NodeFailedException {
        return settle(name, reservation, number, SequenceClient::confirm, SequenceClient::confirmNumber);
    }

    @Command(name = "cancel", description = "Put numbers of a gapless sequence back.")
    int cancel(
            @Parameters(paramLabel = NAME, description = "The sequence.") String name,
            @Parameters(paramLabel = "RESERVATION", arity = "0..1", description = "As 'next' printed it.") @Nullable
                    String reservation,
            @Mixin NumberArguments number)
            throws NodeFailedException {
        return settle(name, reservation, number, SequenceClient::cancel, SequenceClient::cancelNumber);
    }

    @Command(
            name = "void",
            description = "Void a number of a gapless sequence: it is used up for good, without a document.")
    int voids(
            @Parameters(paramLabel = NAME, description = "The sequence.") String name,
            @Parameters(
                            paramLabel = "NUMBER",
                            arity = "0..1",
                            description = "The only one of a pending reservation, as 'pending' prints it.")
                    @Nullable
                    Long number,
            @Mixin NumberArguments numbers,
            @Option(
                            names = "--reservation",
                            paramLabel = "RESERVATION",
                            description = "All numbers of this one, instead of NUMBER.")
                    @Nullable
                    String reservation,
            @Option(
                            names = "--reason",
                            paramLabel = "TEXT",
                            required = true,
                            description = "The reason, for later readers: 1 to 256 characters.")
                    String reason)
            throws NodeFailedException {
        if (number != null && numbers.given() > 0) {
            throw refused("give the number once");
        }
        NumberArguments given = number == null ? numbers : numbers.orNumber(number);
        requireOne(reservation, given, "NUMBER, --text or --reservation");
        return use(name, sequence -> {
            if (reservation == null) {
                sequence.voidNumber(given.number(sequence), reason);
            } else {
                sequence.voidReservation(reservation, reason);
            }
            done();
        });
    }

    /** By its name, the holder of a reservation settles it; by its number, an operator does so, with the token. */
    private int settle(
            String name,
            @Nullable String reservation,
            NumberArguments number,
            BiConsumer<SequenceClient, String> byName,
            BiConsumer<SequenceClient, BusinessNumber> byNumber)
            throws NodeFailedException {
        requireOne(reservation, number, "RESERVATION, --number or --text");
        return reservation == null
                ? use(name, sequence -> {
                    byNumber.accept(sequence, number.number(sequence));
                    done();
                })
                : use(name, sequence -> {
                    byName.accept(sequence, reservation);
                    done();
                });
    }

    private void requireOne(@Nullable String reservation, NumberArguments number, String names) {
        if (number.given() + (reservation == null ? 0 : 1) != 1) {
            throw refused("give either %s".formatted(names));
        }
        if (!number.isPeriodOfNumber()) {
            throw refused("--period goes with a number, a text has its own: leave it out");
        }
    }

    @Command(name = "describe", description = "Print a sequence's state.")
    int describe(@Parameters(paramLabel = NAME, description = "The sequence.") String name) throws NodeFailedException {
        return use(name, sequence -> print(sequence.describe()));
    }

    @Command(
            name = "append",
            description = "Add ranges, all of them or none, to be used when those before them are used up.")
    int append(@Parameters(paramLabel = NAME, description = "The sequence.") String name, @Mixin RangeArguments ranges)
            throws NodeFailedException {
        List<NumberRange> given = given(ranges);
        return use(name, sequence -> print(ranges.of(sequence).append(given)));
    }

    private List<NumberRange> given(RangeArguments ranges) {
        try {
            return ranges.given();
        } catch (IllegalArgumentException | InvalidSequenceException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    @Command(
            name = "advance",
            description =
                    "Set the next number of a block or ordered sequence, forward only. Numbers that are passed over count as taken; those that nodes keep in blocks are still handed out.")
    int advance(
            @Parameters(paramLabel = NAME, description = "The sequence.") String name,
            @Option(
                            names = "--to",
                            paramLabel = "N",
                            required = true,
                            description = "The number, of one of its ranges.")
                    long to)
            throws NodeFailedException {
        return use(name, sequence -> print(sequence.advance(to)));
    }

    @Command(
            name = "turn-back",
            description =
                    "Turn a sequence back to the present period, after a wrong clock has begun a later one. No number is given twice: the later period, in its time, continues where it stopped.")
    int turnBack(
            @Parameters(paramLabel = NAME, description = "The sequence.") String name,
            @Option(
                            names = "--to",
                            paramLabel = "PERIOD",
                            required = true,
                            description = "The present period: 2026, 2026-Q4, 2026-11 or 2026-11-25.")
                    String to)
            throws NodeFailedException {
        return use(name, sequence -> print(sequence.turnBack(period(to))));
    }

    private Period period(String text) {
        try {
            return Period.parse(text);
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    @Command(name = "configure", description = "Set options; those that are not given stay as they are.")
    int configure(
            @Parameters(paramLabel = NAME, description = "The sequence.") String name,
            @Mixin SequenceOptionsArguments options)
            throws NodeFailedException {
        return use(name, sequence -> print(sequence.configure(options.given())));
    }

    @Command(name = "delete", description = "Delete a sequence, if its next number is the one given.")
    int delete(
            @Parameters(paramLabel = NAME, description = "The sequence.") String name,
            @Option(
                            names = "--next",
                            paramLabel = "N",
                            required = true,
                            description = "Its next number as 'describe' prints it, 'none' if it has none.")
                    String next,
            @Option(
                            names = "--discard-ledger",
                            fallbackValue = "true",
                            description = "Delete it even if its ledger was not released to the end, and is lost.")
                    boolean discardLedger)
            throws NodeFailedException {
        OptionalLong number = next.equals("none") ? OptionalLong.empty() : OptionalLong.of(number(next));
        return use(name, sequence -> done(discardLedger ? sequence.deleteWithLedger(number) : sequence.delete(number)));
    }

    @Command(
            name = "release",
            description =
                    "Release entries of a sequence's ledger, of which you have a copy: the fleet no longer keeps them.")
    int release(
            @Parameters(paramLabel = NAME, description = "The sequence.") String name,
            @Option(
                            names = "--through",
                            paramLabel = "N",
                            required = true,
                            description = "The last of them, as 'ledger' has printed it.")
                    long through,
            @Option(
                            names = "--hash",
                            paramLabel = "HASH",
                            description = "Its hash in your copy: refused if the ledger has another one.")
                    @Nullable
                    String hash)
            throws NodeFailedException {
        return use(name, sequence -> done(hash == null ? sequence.release(through) : sequence.release(through, hash)));
    }

    private long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw refused("must be a number or none: next=" + text);
        }
    }

    private SequenceMode mode(String text) {
        try {
            return SequenceMode.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw refused("must be block, ordered or gapless: mode=" + text);
        }
    }

    int use(String name, Consumer<SequenceClient> call) throws NodeFailedException {
        nodes.ask(token.text(), client -> call.accept(client.sequence(name)));
        return 0;
    }

    /** Makes a call that comes to an exit status. */
    int ask(String name, ToIntFunction<SequenceClient> call) throws NodeFailedException {
        AtomicInteger status = new AtomicInteger();
        nodes.ask(token.text(), client -> status.set(call.applyAsInt(client.sequence(name))));
        return status.get();
    }

    private void print(SequenceDescription state) {
        print(ObjectFields.of(state::writeTo));
    }

    void print(ObjectNode answer) {
        Fields.of(answer).print(out(), json);
    }

    /** Prints up to where a ledger is gone, which its copy has to have. */
    private void done(Optional<LedgerMark> ledger) {
        if (ledger.isEmpty()) {
            done();
            return;
        }
        print(ObjectFields.of(ledger.get()::writeTo));
    }

    /** That it was done, the exit status says; a program that reads JSON gets an object all the same. */
    private void done() {
        if (json) {
            print(JsonNodeFactory.instance.objectNode());
        }
    }

    /** Makes a call that is about no sequence in particular. */
    int useAll(AnyNode.Questions call) throws NodeFailedException {
        nodes.ask(token.text(), call);
        return 0;
    }

    void requireLimit(@Nullable Integer limit) {
        if (limit != null && (limit < 1 || limit > Page.MAX_LIMIT)) {
            throw refused("limit must be an integer from 1 to %s: limit=%s".formatted(Page.MAX_LIMIT, limit));
        }
    }

    /** Reads a page if there is a limit, or one after another. */
    <T> Page<T> pages(
            Optional<String> after, @Nullable Integer limit, BiFunction<Optional<String>, Integer, Page<T>> reader) {
        Page<T> page = reader.apply(after, limit == null ? Page.MAX_LIMIT : limit);
        List<T> items = new ArrayList<>(page.items());
        while (limit == null && page.next().isPresent()) {
            page = reader.apply(page.next(), Page.MAX_LIMIT);
            items.addAll(page.items());
        }
        return new Page<>(items, page.next());
    }

    boolean isJson() {
        return json;
    }

    ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Returns whether the output is a terminal, rather than a file or a program that wants each text as it is. */
    boolean isTerminal() {
        return spec.commandLine().getColorScheme().ansi().enabled();
    }

    PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
