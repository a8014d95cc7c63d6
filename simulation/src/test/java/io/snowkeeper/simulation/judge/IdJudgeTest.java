package io.snowkeeper.simulation.judge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.Layout;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IdJudgeTest {

    private static final Layout LAYOUT = Layout.DEFAULT;
    private static final long TIMESTAMP = 1_000_000;
    private static final RecordStamp STAMP = new RecordStamp(0, 1, 1, 1, 0, 0, 0, 0, 0);

    private final SlotJudge slots = new SlotJudge(LAYOUT);
    private final IdJudge judge = new IdJudge(LAYOUT, slots);

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
        judge.given("n0.2", id(1, 3));

        broken(() -> judge.given("n0.1", id(1, 4)), "n0.1 gave");
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
        reserve("n0", TIMESTAMP - 1);
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
        judge.given("n0.1", LAYOUT.compose(TIMESTAMP + 5, 1, 0));
        reserve("n0", TIMESTAMP);
        reserve("n1", TIMESTAMP + 10);

        broken(
                () -> judge.given("n1.1", LAYOUT.compose(TIMESTAMP + 3, 1, 0)),
                "another node had reserved or used worker id 1 up to");
    }

    @Test
    void anIdIsOfAWorkerIdThatHasASlot() {
        broken(() -> judge.given("n1.1", id(1, 0)), "worker id 1 has no slot");
    }

    private void reserve(String node, long timestamp) {
        String payload = "{\"owner\":\"c-1\",\"node\":\"%s\",\"reservedUntil\":\"%s\"}"
                .formatted(node, Instant.ofEpochMilli(LAYOUT.millisOf(timestamp)));
        slots.wrote("/workers/1", Optional.of(new StoredRecord("/workers/1", payload.getBytes(UTF_8), STAMP)));
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
