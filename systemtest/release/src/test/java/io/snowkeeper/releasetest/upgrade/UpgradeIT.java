package io.snowkeeper.releasetest.upgrade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nodes of the last version beside nodes of this one, in one fleet: an upgrade that goes on, and one that is taken back. */
@OnlyInFull
class UpgradeIT {

    private static final String[] ONE_WORKER_ID = {"--layout", "41/0/22"};
    private static final String[] SHORT_WINDOW = {"--window", "3s", "--session-timeout", "2s"};

    private static final int TEMPORARILY_UNAVAILABLE = 11;

    private static Path former;

    @TempDir
    private Path folder;

    private ProcessFleet fleet;

    /** Which way a fleet goes. */
    enum Direction {
        UPGRADE,
        DOWNGRADE
    }

    @BeforeAll
    static void buildTheFormerVersion() throws Exception {
        former = FormerVersion.jar();
    }

    @BeforeEach
    void start() throws Exception {
        fleet = new ProcessFleet(folder);
    }

    @AfterEach
    void stop() throws IOException {
        fleet.close();
    }

    @Test
    void bothClaimWorkerIdsAndRenewThemBesideEachOther() throws Exception {
        NodeProcess old = fleet.serveBy(former, "old", SHORT_WINDOW);
        NodeProcess young = fleet.serve("young", SHORT_WINDOW);
        assertThat(old.awaitWorkerId()).isNotEqualTo(young.awaitWorkerId());
        Set<Long> ids = new HashSet<>();
        try (LineClient first = old.connect();
                LineClient second = young.connect()) {
            long begun = leaseUntil(first);
            int asked = 0;
            // Two windows: a node that had not renewed by then would issue no ids.
            while (Math.min(leaseUntil(first), leaseUntil(second)) < begun + 6_000) {
                take(first, ids);
                take(second, ids);
                asked += 200;
            }
            assertThat(ids).hasSize(asked);
        }
        assertThat(old.stop()).isZero();
        assertThat(young.stop()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aWorkerIdThatIsHandedBackInADrainIsTakenAtOnceByTheOtherVersion(Direction direction) throws Exception {
        NodeProcess first = begin(direction, "first", ONE_WORKER_ID);
        first.awaitWorkerId();
        long last = id(first);
        NodeProcess second = goOn(direction, "second", ONE_WORKER_ID);
        second.address();

        assertThat(first.stop()).isZero();

        second.awaitWorkerId();
        assertThat(id(second)).isGreaterThan(last);
    }

    @ParameterizedTest
    @EnumSource
    void aNodeThatWasKilledHasItsWorkerIdAgainInTheOtherVersionByItsStateDirectory(Direction direction)
            throws Exception {
        NodeProcess before = begin(direction, "n1", ONE_WORKER_ID);
        before.awaitWorkerId();
        long last = id(before);
        before.kill();
        before.awaitExit();

        NodeProcess after = goOn(direction, "n1", ONE_WORKER_ID);

        after.awaitWorkerId();
        assertThat(id(after)).isGreaterThan(last);
        // Not because its reservation had passed: of 15 seconds, there is much left.
        assertThat(after.stderr()).doesNotContain("no worker id is free");
    }

    @ParameterizedTest
    @EnumSource
    void bothServeTheSameSequences(Direction direction) throws Exception {
        NodeProcess one = begin(direction, "one");
        NodeProcess other = goOn(direction, "other");
        one.awaitWorkerId();
        other.awaitWorkerId();
        try (LineClient first = one.connect();
                LineClient second = other.connect()) {
            create(first, "orders", "ordered");
            create(second, "parcels", "block");
            call(
                    first,
                    "{'type':'sequence_create','sequence':'invoices','mode':'gapless','from':1,'to':1000,'allow_overlap':true,'key_retention':'24h','max_keys':200000}");
            call(second, "{'type':'sequence_configure','sequence':'invoices','key_retention':'60s'}");

            List<Long> orders = new ArrayList<>();
            Set<Long> parcels = new HashSet<>();
            for (int i = 0; i < 20; i++) {
                LineClient turn = i % 2 == 0 ? first : second;
                orders.add(next(turn, "orders", "").at("/numbers/0").asLong());
                parcels.add(next(turn, "parcels", "").at("/numbers/0").asLong());
            }
            assertThat(orders).isSorted().doesNotHaveDuplicates();
            assertThat(parcels).hasSize(20);

            JsonNode keyed = next(first, "orders", ",'key':'sale-1'");
            assertThat(next(second, "orders", ",'key':'sale-1'").get("numbers")).isEqualTo(keyed.get("numbers"));

            settle(first, second, "invoices");
            settle(second, first, "invoices");
            call(second, "{'type':'sequence_append','sequence':'orders','from':5001,'to':6000}");
            assertThat(next(first, "orders", "").at("/numbers/0").asLong()).isGreaterThan(orders.get(19));
        }
        assertThat(one.stop()).isZero();

        // The other one's copy is consistent by itself, by the program of this version.
        assertThat(run("sequence", "audit", "invoices", "--server", at(other))).isZero();
    }

    /** Reserved by one, confirmed by the other, and cancelled the other way round. */
    private static void settle(LineClient one, LineClient other, String sequence) {
        JsonNode booked = next(one, sequence, "");
        call(
                other,
                "{'type':'sequence_confirm','sequence':'%s','reservation':'%s'}"
                        .formatted(sequence, booked.get("reservation").asText()));
        JsonNode dropped = next(other, sequence, "");
        call(
                one,
                "{'type':'sequence_cancel','sequence':'%s','reservation':'%s'}"
                        .formatted(sequence, dropped.get("reservation").asText()));
        JsonNode again = next(one, sequence, "");
        assertThat(again.get("numbers")).isEqualTo(dropped.get("numbers"));
        call(
                other,
                "{'type':'sequence_confirm','sequence':'%s','reservation':'%s'}"
                        .formatted(sequence, again.get("reservation").asText()));
    }

    @Test
    void aFormerNodeStaysOutOfAFleetThatKeepsToWhatItDoesNotKnow() throws Exception {
        fleet.serve("young").awaitWorkerId();
        fleet.addToLayout("41/10/12", "later");

        NodeProcess old = fleet.serveBy(former, "old");

        assertThat(old.awaitExit()).isOne();
        assertThat(old.stderr()).contains("the fleet's ids have layout 41/10/12 later");
    }

    private NodeProcess begin(Direction direction, String name, String... options) throws IOException {
        return direction == Direction.UPGRADE ? fleet.serveBy(former, name, options) : fleet.serve(name, options);
    }

    private NodeProcess goOn(Direction direction, String name, String... options) throws IOException {
        return direction == Direction.UPGRADE ? fleet.serve(name, options) : fleet.serveBy(former, name, options);
    }

    private int run(String... arguments) throws IOException, InterruptedException {
        try (NodeProcess process = NodeProcess.start(folder.resolve("asking"), Map.of(), List.of(arguments))) {
            int status = process.awaitExit();
            assertThat(process.stderr()).isEmpty();
            return status;
        }
    }

    private static String at(NodeProcess node) {
        return "127.0.0.1:" + node.address().getPort();
    }

    private static long id(NodeProcess node) throws IOException {
        return await().until(node::generate, answer -> answer.has("id"))
                .get("id")
                .asLong();
    }

    private static long leaseUntil(LineClient client) throws IOException {
        return client.status().get("reserved_until_ms").asLong();
    }

    private static void take(LineClient client, Set<Long> ids) {
        call(client, "{'type':'generate_batch','count':100}").get("ids").forEach(id -> ids.add(id.asLong()));
    }

    private static void create(LineClient client, String sequence, String mode) {
        call(
                client,
                "{'type':'sequence_create','sequence':'%s','mode':'%s','from':1,'to':1000,'allow_overlap':true}"
                        .formatted(sequence, mode));
    }

    private static JsonNode next(LineClient client, String sequence, String more) {
        return call(client, "{'type':'sequence_next','sequence':'%s'%s}".formatted(sequence, more));
    }

    /** As every client does, asks again where a node or ZooKeeper was too slow. */
    private static JsonNode call(LineClient client, String body) {
        String request = body.replace('\'', '"');
        JsonNode answer = await().until(
                        () -> client.call(request), said -> said.path("code").asInt() != TEMPORARILY_UNAVAILABLE);
        assertThat(answer.get("type").asText()).as("%s -> %s", body, answer).endsWith("_ok");
        return answer;
    }
}
