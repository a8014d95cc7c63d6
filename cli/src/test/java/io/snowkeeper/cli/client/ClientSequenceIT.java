package io.snowkeeper.cli.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.cli.LocalFleet;
import io.snowkeeper.cli.LocalNode;
import io.snowkeeper.client.SequenceClient;
import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.GivenOptions;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.Retention;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.core.sequence.SequenceSummary;
import io.snowkeeper.testkit.time.Patience;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sequences of a real fleet. */
class ClientSequenceIT {

    @TempDir
    private static Path folder;

    private static LocalFleet fleet;
    private static URI http;
    private static SnowkeeperClient client;

    @BeforeAll
    static void start() throws Exception {
        fleet = new LocalFleet(folder);
        List<LocalNode> nodes = List.of(fleet.serve("n0"), fleet.serve("n1"));
        // Numbers without a key are requested once: the outcome of a call to a starting node is unknown.
        for (LocalNode node : nodes) {
            node.awaitWorkerId();
        }
        http = URI.create(nodes.get(1).httpUrl());
        client = SnowkeeperClient.builder()
                .servers(fleet.addresses())
                .deadline(Patience.LIMIT)
                .attemptTimeout(Patience.LIMIT)
                .build();
    }

    @AfterAll
    static void close() {
        client.close();
        fleet.close();
    }

    @Test
    void numbersFollowEachOther() {
        SequenceClient sequence = created(SequenceMode.ORDERED, 10, 99);

        assertThat(sequence.next(1).first()).isEqualTo(10);
        assertThat(sequence.next(3)).isEqualTo(new SequenceNumbers(List.of(11L, 12L, 13L), java.util.Optional.empty()));
    }

    @Test
    void zeroIsANumberAsOthersAre() {
        SequenceClient sequence = created(SequenceMode.GAPLESS, 0, 9);

        SequenceNumbers zero = sequence.next(1);

        assertThat(zero.first()).isZero();
        assertThat(sequence.describe().definition().ranges()).containsExactly(new NumberRange(0, 9));
        assertThat(sequence.pending(java.util.Optional.empty(), 10).items())
                .singleElement()
                .satisfies(pending -> assertThat(pending.numbers()).containsExactly(new NumberRange(0, 0)));
    }

    @Test
    void theSameKeyGetsTheSameNumbers() {
        SequenceClient sequence = created(SequenceMode.ORDERED, 10, 99);

        SequenceNumbers numbers = sequence.next(2, "sale \"4711\" \u00e4");

        assertThat(sequence.next(2, "sale \"4711\" \u00e4")).isEqualTo(numbers);
        assertThat(sequence.next(1).first()).isEqualTo(12);
    }

    @Test
    void aKeyIsTheSameKeyOverHttpAndOverTheLineProtocol() throws Exception {
        String name = UUID.randomUUID().toString();
        SequenceClient sequence = client.sequence(name).allowingOverlap();
        sequence.create(SequenceMode.ORDERED, new NumberRange(10, 99));
        for (String key : List.of("sale-4711", "Gr\u00fc\u00dfe", "\u65e5\u672c\u8a9e", "\ud83d\ude00")) {
            long number = sequence.next(1, key).first();

            assertThat(overLine(name, key)).as("line, %s", key).contains("[" + number + "]");
            assertThat(overHttp(name, key)).as("HTTP, %s", key).contains("[\"" + number + "\"]");
            assertThat(overHttp(name, "\"" + key + "\"")).contains("[\"" + number + "\"]");
        }
        assertThat(sequence.next(1).first()).isEqualTo(14);
    }

    private static String overLine(String sequence, String key) throws Exception {
        String[] address = fleet.addresses().split(",")[0].split(":");
        try (Socket socket = new Socket(address[0], Integer.parseInt(address[1]))) {
            socket.getOutputStream()
                    .write(
                            "{\"src\":\"c\",\"body\":{\"type\":\"sequence_next\",\"msg_id\":1,\"sequence\":\"%s\",\"key\":\"%s\"}}\n"
                                    .formatted(sequence, key)
                                    .getBytes(UTF_8));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static String overHttp(String sequence, String key) throws Exception {
        try (Socket socket = new Socket(http.getHost(), http.getPort())) {
            socket.getOutputStream()
                    .write(
                            "POST /v1/sequences/%s/next HTTP/1.1\r\nhost: localhost\r\nidempotency-key: %s\r\nconnection: close\r\n\r\n"
                                    .formatted(sequence, key)
                                    .getBytes(UTF_8));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    @Test
    void aKeyThatWasCutWithinACharacterIsRefusedByTheClientAndByTheNode() throws Exception {
        String name = UUID.randomUUID().toString();
        SequenceClient sequence = client.sequence(name).allowingOverlap();
        sequence.create(SequenceMode.ORDERED, new NumberRange(10, 99));

        assertThatThrownBy(() -> sequence.next(1, "order-\ud83d"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "must be undamaged Unicode: key has half of a character, U+D83D, at index 6; do not cut texts within one");
        assertThat(overLine(name, "order-\\ud83d"))
                .contains("\"code\": 12")
                .contains("must be undamaged Unicode: key has half of a character, U+D83D, at index 6");
        assertThat(sequence.describe().taken()).isZero();
    }

    @Test
    void aKeyWithAnotherCountIsRefused() {
        SequenceClient sequence = created(SequenceMode.ORDERED, 10, 99);
        sequence.next(2, "k");

        assertRefused(22, () -> sequence.next(3, "k"));
    }

    @Test
    void aReservationIsConfirmed() {
        SequenceClient sequence = created(SequenceMode.GAPLESS, 10, 99);
        String reservation = sequence.next(1).reservation().orElseThrow();
        assertThat(sequence.describe().pending()).isEqualTo(1);

        sequence.confirm(reservation);
        sequence.confirm(reservation);

        assertThat(sequence.describe().pending()).isZero();
        assertRefused(22, () -> sequence.cancel(reservation));
    }

    @Test
    void aReservationThatIsCancelledComesBack() {
        SequenceClient sequence = created(SequenceMode.GAPLESS, 10, 99);
        SequenceNumbers numbers = sequence.next(1);

        sequence.cancel(numbers.reservation().orElseThrow());

        assertThat(sequence.next(1).first()).isEqualTo(numbers.first());
    }

    @Test
    void describesHowItStands() {
        SequenceClient sequence = created(SequenceMode.ORDERED, 10, 99);
        sequence.next(5, "k");

        SequenceDescription state = sequence.describe();

        assertThat(state.definition().mode()).isEqualTo(SequenceMode.ORDERED);
        assertThat(state.definition().ranges()).containsExactly(new NumberRange(10, 99));
        assertThat(state.next()).isEqualTo(OptionalLong.of(15));
        assertThat(state.taken()).isEqualTo(5);
        assertThat(state.remaining()).isEqualTo(85);
        assertThat(state.keys()).isEqualTo(1);
        assertThat(state.definition().options())
                .isEqualTo(SequenceOptions.DEFAULT
                        .withKeyRetention(Duration.ofMinutes(10))
                        .withMaxKeys(100_000));
    }

    @Test
    void aRangeIsAppendedAndUsedAfterTheOthers() {
        SequenceClient sequence = created(SequenceMode.ORDERED, 10, 12);

        SequenceDescription state = sequence.append(new NumberRange(100, 109));

        assertThat(state.definition().ranges()).containsExactly(new NumberRange(10, 12), new NumberRange(100, 109));
        assertThat(sequence.next(4).numbers()).containsExactly(10L, 11L, 12L, 100L);
        assertRefused(12, () -> sequence.append(new NumberRange(105, 200)));
    }

    @Test
    void severalRangesAreGivenAtOnceAndAppendedAllOrNone() {
        SequenceClient sequence = client.sequence(UUID.randomUUID().toString()).allowingOverlap();
        List<NumberRange> first = List.of(new NumberRange(0, 1), new NumberRange(21, 22));
        List<NumberRange> more = List.of(new NumberRange(41, 42), new NumberRange(31, 32));

        assertThat(sequence.create(SequenceMode.ORDERED, first, GivenOptions.NONE)
                        .definition()
                        .ranges())
                .isEqualTo(first);
        assertThat(sequence.append(more).definition().ranges())
                .isEqualTo(Stream.concat(first.stream(), more.stream()).toList());
        assertRefused(12, () -> sequence.append(List.of(new NumberRange(51, 59), new NumberRange(32, 33))));
        assertThat(sequence.next(6).numbers()).containsExactly(0L, 1L, 21L, 22L, 41L, 42L);
        assertThat(sequence.describe().definition().ranges()).hasSize(4);
        assertThatThrownBy(() -> sequence.append(List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be 1 to 1000 ranges: count=0");
    }

    @Test
    void aSequenceIsAdvancedForwardAlone() {
        SequenceClient sequence = created(SequenceMode.ORDERED, 10, 99);

        assertThat(sequence.advance(50).next()).hasValue(50);
        assertThat(sequence.advance(50).taken()).isEqualTo(40);
        assertThat(sequence.next(1).first()).isEqualTo(50);
        assertRefused(22, () -> sequence.advance(50));
        assertRefused(22, () -> sequence.advance(100));
    }

    @Test
    void optionsAreSetOneByOne() {
        SequenceClient sequence = client.sequence(UUID.randomUUID().toString()).allowingOverlap();
        SequenceDescription created =
                sequence.create(SequenceMode.GAPLESS, new NumberRange(1, 9), GivenOptions.NONE.withMaxPending(7));
        SequenceDescription configured = sequence.configure(
                GivenOptions.NONE.withAtExpiry(AtExpiry.RETURN).withReservationTime(Duration.ofSeconds(30)));

        SequenceOptions before = SequenceOptions.DEFAULT
                .withReservationTime(Duration.ofMinutes(1))
                .withAtExpiry(AtExpiry.HOLD)
                .withMaxPending(7)
                .withKeyRetention(Duration.ofDays(7))
                .withMaxKeys(1_000_000);
        assertThat(created.definition().options()).isEqualTo(before);
        assertThat(configured.definition().options())
                .isEqualTo(before.withReservationTime(Duration.ofSeconds(30)).withAtExpiry(AtExpiry.RETURN));
        Duration year = Duration.ofHours(8_760);
        assertThat(sequence.configure(GivenOptions.NONE.withLedgerRetention(year))
                        .definition()
                        .options()
                        .ledgerRetention())
                .isEqualTo(year);
        assertThat(sequence.configure(GivenOptions.NONE.withLedgerRetention(Retention.FOREVER))
                        .definition()
                        .options()
                        .ledgerRetention())
                .isEqualTo(Retention.FOREVER);
        assertRefused(12, () -> sequence.configure(GivenOptions.NONE.withMaxKeys(5_000_001)));
        assertRefused(12, () -> sequence.configure(GivenOptions.NONE.withBlock(5, 50)));
    }

    @Test
    void keysMayBeKnownForEver() {
        SequenceClient sequence = client.sequence(UUID.randomUUID().toString()).allowingOverlap();
        GivenOptions forever = GivenOptions.NONE.withKeyRetention(Retention.FOREVER);

        assertThat(sequence.create(SequenceMode.GAPLESS, new NumberRange(1, 9), forever)
                        .definition()
                        .options()
                        .keyRetention())
                .isEqualTo(Retention.FOREVER);
    }

    @Test
    void deletesWhereItStandsAsIsBelieved() {
        SequenceClient sequence = created(SequenceMode.ORDERED, 10, 99);
        OptionalLong before = sequence.describe().next();
        sequence.next(1);

        assertRefused(22, () -> sequence.delete(before));
        sequence.delete(OptionalLong.of(11));
        assertRefused(20, sequence::describe);
    }

    @Test
    void sequencesAreListedWithHowTheyStand() {
        String prefix = UUID.randomUUID() + "-";
        client.sequence(prefix + "g").allowingOverlap().create(SequenceMode.GAPLESS, new NumberRange(1, 9));
        client.sequence(prefix + "o").allowingOverlap().create(SequenceMode.ORDERED, new NumberRange(5, 5));
        client.sequence(prefix + "g").next(1);
        client.sequence(prefix + "o").next(1);

        Page<SequenceSummary> page = client.sequences(Optional.of(prefix), 2);
        assertThat(page.items())
                .containsExactly(
                        new SequenceSummary(prefix + "g", SequenceMode.GAPLESS, 1, OptionalLong.of(2), 8, 1),
                        new SequenceSummary(prefix + "o", SequenceMode.ORDERED, 1, OptionalLong.empty(), 0, 0));
        assertThatThrownBy(() -> client.sequences(Optional.empty(), 1_001))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void namesAreListedInTheirOrder() {
        String one = "list-1-" + UUID.randomUUID();
        String two = "list-2-" + UUID.randomUUID();
        client.sequence(two).allowingOverlap().create(SequenceMode.ORDERED, new NumberRange(1, 9));
        client.sequence(one).allowingOverlap().create(SequenceMode.ORDERED, new NumberRange(1, 9));

        assertThat(client.sequenceNames()).contains(one, two).isSorted();
    }

    @Test
    void namesAreListedInPages() {
        String prefix = "page-" + UUID.randomUUID();
        for (int i = 0; i < 3; i++) {
            client.sequence(prefix + "-" + i).allowingOverlap().create(SequenceMode.ORDERED, new NumberRange(1, 9));
        }

        Page<String> first = client.sequenceNames(Optional.of(prefix), 2);
        assertThat(first.items()).containsExactly(prefix + "-0", prefix + "-1");
        assertThat(client.sequenceNames(first.next(), 1).items()).containsExactly(prefix + "-2");
        assertThatThrownBy(() -> client.sequenceNames(Optional.empty(), 1_001))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be >= 1 && <= 1000: limit=1001");
    }

    @Test
    void createsTheSameTwiceButNotAnother() {
        SequenceClient sequence = created(SequenceMode.ORDERED, 10, 99);

        assertThat(sequence.create(SequenceMode.ORDERED, new NumberRange(10, 99))
                        .taken())
                .isZero();
        assertRefused(21, () -> sequence.create(SequenceMode.BLOCK, new NumberRange(10, 99)));
    }

    @Test
    void refusesWhatIsNotThere() {
        SequenceClient missing = client.sequence("missing");

        assertRefused(20, () -> missing.next(1));
        assertRefused(20, missing::describe);
        assertRefused(20, () -> missing.confirm("none-0"));
    }

    @Test
    void refusesMoreThanThereIs() {
        SequenceClient sequence = created(SequenceMode.ORDERED, 10, 12);
        sequence.next(2);

        assertRefused(22, () -> sequence.next(2));
        assertThat(sequence.next(1).first()).isEqualTo(12);
    }

    @Test
    void manyCallsAtOnceGetEachNumberOnce() {
        SequenceClient sequence = created(SequenceMode.ORDERED, 1, 1_000);

        List<CompletableFuture<SequenceNumbers>> calls = IntStream.range(0, 200)
                .mapToObj(i -> sequence.async().next(1, "k" + i).toCompletableFuture())
                .toList();

        assertThat(calls.stream().map(call -> call.join().first()))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, 200).mapToObj(i -> (long) i).toList());
    }

    @Test
    void idsGoOnBesideSequences() {
        SequenceClient sequence = created(SequenceMode.BLOCK, 1, 1_000_000);

        assertThat(IntStream.range(0, 50).mapToLong(i -> sequence.next(1).first() > 0 ? client.next() : 0))
                .doesNotHaveDuplicates()
                .allMatch(id -> id > 0);
    }

    private static SequenceClient created(SequenceMode mode, long from, long to) {
        SequenceClient sequence = client.sequence(UUID.randomUUID().toString()).allowingOverlap();
        sequence.create(mode, new NumberRange(from, to));
        return sequence;
    }

    private static void assertRefused(int code, Runnable call) {
        assertThatThrownBy(call::run)
                .asInstanceOf(InstanceOfAssertFactories.type(RefusedException.class))
                .extracting(RefusedException::code)
                .isEqualTo(code);
    }
}
