package io.snowkeeper.simulation.judge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowkeeper.coordinator.WorkerIdRange;
import io.snowkeeper.coordinator.fleet.ClaimRecord;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.Layout;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class IdJudgeTest {

    private static final Layout LAYOUT = Layout.DEFAULT;
    private static final long TIMESTAMP = 1_000_000;
    private static final RecordStamp STAMP = new RecordStamp(0, 1, 1, 1, 0, 0, 0, 0, 0);

    private final SlotJudge slots = new SlotJudge(LAYOUT);
    private final LimitJudge limits = new LimitJudge(LAYOUT, Optional.empty());
    private final IdJudge judge = new IdJudge(LAYOUT, slots, limits);

    IdJudgeTest() {
        Stream.of("n0", "n1", "n2").forEach(node -> limits.add(node, WorkerIdRange.all(LAYOUT)));
    }

    @Test
    void anIdMayComeOnce() {
        reserve("n0", TIMESTAMP + 10);
        judge.given("n0.1", id(1, 0));

        broken(() -> judge.given("n1.1", id(1, 0)), "was given by n0.1, and again by n1.1");
    }

    @Test
    void idsOfAProcessIncreaseAndThoseOfAnotherNeedNot() {
        reserve("n0", TIMESTAMP + 10);
        judge.given("n0.1", id(1, 5));
        judge.given("n1.1", id(1, 3));

        broken(() -> judge.given("n0.1", id(1, 4)), "n0.1 gave");
    }

    @Test
    void idsOfANodeUnderOneWorkerIdIncreaseOverItsProcesses() {
        reserve("n0", TIMESTAMP + 10);
        judge.given("n0.1", id(1, 5));
        judge.given("n0.1", id(1, 6));

        broken(() -> judge.given("n0.2", id(1, 4)), "and a former process of its node");
    }

    @Test
    void aBatchIncreases() {
        reserve("n0", TIMESTAMP + 10);

        broken(() -> judge.givenTogether("n0.1", new long[] {id(1, 2), id(1, 1)}), "in a batch");
    }

    @Test
    void anIdIsNotAboveWhatIsReserved() {
        reserve("n0", TIMESTAMP);
        judge.given("n0.1", id(1, 0));
        handBack("n0", TIMESTAMP);
        judge.given("n0.1", id(1, 1));

        broken(() -> judge.given("n0.1", LAYOUT.compose(TIMESTAMP + 1, 1, 0)), "worker id 1 was reserved up to");
    }

    @Test
    void anIdIsAboveWhatAnotherNodeHadReserved() {
        reserve("n0", TIMESTAMP);
        reserve("n1", TIMESTAMP + 10);
        judge.given("n1.1", LAYOUT.compose(TIMESTAMP + 1, 1, 0));

        broken(() -> judge.given("n1.1", id(1, 1)), "another node had reserved or used worker id 1 up to");
    }

    @Test
    void anIdIsAboveWhatWasReservedInASlotThatWasDeleted() {
        reserve("n0", TIMESTAMP);
        slots.wrote("/workers/1", Optional.empty());
        reserve("n1", TIMESTAMP + 10);

        broken(() -> judge.given("n1.1", id(1, 0)), "another node had reserved or used worker id 1 up to");
    }

    @Test
    void anIdIsAboveWhatAnotherNodeHasIssuedWhateverItHandedBack() {
        reserve("n0", TIMESTAMP + 5);
        reserve("n1", TIMESTAMP + 10);
        judge.given("n0.1", LAYOUT.compose(TIMESTAMP + 5, 1, 0));
        handBack("n1", TIMESTAMP);
        reserve("n1", TIMESTAMP + 10);
        reserve("n2", TIMESTAMP + 10);
        handBack("n2", TIMESTAMP);
        reserve("n1", TIMESTAMP + 10);

        broken(
                () -> judge.given("n1.1", LAYOUT.compose(TIMESTAMP + 3, 1, 0)),
                "another node had reserved or used worker id 1 up to");
    }

    @Test
    void whatIsHandedBackLiesAboveAllThatWasIssued() {
        reserve("n0", TIMESTAMP + 5);
        judge.given("n0.1", LAYOUT.compose(TIMESTAMP + 3, 1, 0));

        broken(() -> handBack("n0", TIMESTAMP + 2), "n0 handed back worker id 1 from");
        handBack("n0", TIMESTAMP + 3);
    }

    @Test
    void whoTakesASlotTakesNothingBack() {
        reserve("n0", TIMESTAMP + 5);

        broken(() -> reserve("n0", TIMESTAMP + 4), "and it was reserved up to");
        broken(() -> reserve("n1", TIMESTAMP + 4), "and it was reserved up to");
    }

    @Test
    void whoTakesASlotSaysSoInHisClaim() {
        claim("c-n0", "n0", 2);

        broken(() -> write("n0", TIMESTAMP), "under claim c-n0, which does not say so");
    }

    @Test
    void anIdIsOfAWorkerIdThatHasASlot() {
        broken(() -> judge.given("n1.1", id(1, 0)), "worker id 1 has no slot");
    }

    private void reserve(String node, long timestamp) {
        claim("c-" + node, node, 1);
        write(node, timestamp);
    }

    private void handBack(String node, long timestamp) {
        slots.wrote("/claims/c-" + node, Optional.empty());
        write(node, timestamp);
    }

    private void claim(String name, String node, long worker) {
        ClaimRecord record = new ClaimRecord(node, "node", worker, List.of(), Instant.EPOCH, null, null, 60_000, 5_000);
        write("/claims/" + name, PayloadCodec.encode(record));
    }

    private void write(String node, long timestamp) {
        String payload = "{\"owner\":\"c-%s\",\"node\":\"%s\",\"reservedUntil\":\"%s\"}"
                .formatted(node, node, Instant.ofEpochMilli(LAYOUT.millisOf(timestamp)));
        write("/workers/1", payload.getBytes(UTF_8));
    }

    private void write(String path, byte[] payload) {
        slots.wrote(path, Optional.of(new StoredRecord(path, payload, STAMP)));
    }

    private static long id(long worker, long sequence) {
        return LAYOUT.compose(TIMESTAMP, worker, sequence);
    }

    private static void broken(Runnable work, String message) {
        assertThatExceptionOfType(BrokenPromiseException.class)
                .isThrownBy(work::run)
                .withMessageContaining(message);
    }
}
