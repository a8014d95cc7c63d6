package io.snowkeeper.test;

import static org.awaitility.Awaitility.await;

import io.snowkeeper.client.SequenceClient;
import io.snowkeeper.client.SequenceOptions;
import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.core.api.Ids;
import io.snowkeeper.core.api.NumberSequence;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.test.node.LocalNode;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A real node, asked by a client over a link that the test breaks. */
final class NodeWorld implements World {

    private final LossyLink link;

    /** Goes round the link, and waits for whatever takes long. */
    private final SnowkeeperClient operator;

    private final SnowkeeperClient client;

    /** Of all worlds on one node, so that each sequence is a new one. */
    private final AtomicInteger sequences;

    NodeWorld(LocalNode node, AtomicInteger sequences) {
        this.sequences = sequences;
        this.link = new LossyLink(
                Integer.parseInt(node.address().substring(node.address().lastIndexOf(':') + 1)));
        this.operator = node.newClient();
        // Calls whose answers are lost fail at its deadline.
        this.client = SnowkeeperClient.builder()
                .servers(link.address())
                .deadline(Duration.ofSeconds(3))
                .build();
    }

    @Override
    public Ids ids() {
        return client;
    }

    @Override
    public NumberSequence newSequence(SequenceMode mode, NumberRange range, AtExpiry atExpiry) {
        String name = "A" + sequences.incrementAndGet();
        SequenceClient sequence = operator.sequence(name);
        sequence.allowingOverlap()
                .create(
                        mode,
                        range,
                        mode == SequenceMode.GAPLESS
                                ? SequenceOptions.NONE
                                        .withReservationTime(RESERVATION)
                                        .withAtExpiry(atExpiry)
                                : SequenceOptions.NONE);
        return client.sequence(name);
    }

    @Override
    public NumberSequence newSequence(SequenceMode mode, NumberRange range, long step) {
        String name = "A" + sequences.incrementAndGet();
        operator.sequence(name).allowingOverlap().create(mode, range, SequenceOptions.NONE.withStep(step));
        return client.sequence(name);
    }

    @Override
    public void loseAnswers() {
        link.loseAnswers();
    }

    @Override
    public void cutOff() {
        link.cut();
    }

    @Override
    public void heal() {
        link.heal();
    }

    @Override
    public void awaitEndOfReservations(NumberSequence sequence) {
        SequenceClient looked = operator.sequence(sequence.name());
        if (looked.describe().options().atExpiry().equals(Optional.of(AtExpiry.RETURN))) {
            await().until(() -> looked.describe().pending() == 0);
        } else {
            // Nothing tells that it is over, but a sequence whose reservation was made later and comes back.
            NumberSequence later = newSequence(SequenceMode.GAPLESS, new NumberRange(1, 1), AtExpiry.RETURN);
            later.next(1);
            awaitEndOfReservations(later);
        }
    }

    @Override
    public void close() throws Exception {
        client.close();
        operator.close();
        link.close();
    }
}
