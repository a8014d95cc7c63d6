package io.snowkeeper.test;

import static org.awaitility.Awaitility.await;

import io.snowkeeper.client.SequenceClient;
import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.core.api.Ids;
import io.snowkeeper.core.api.NumberSequence;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.GivenOptions;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.test.node.LocalNode;
import io.snowkeeper.testkit.time.Patience;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A real node, used by a client over a link that the test breaks. Calls while it is broken end at a short deadline, so
 * they have another client, and all else has time.
 */
final class NodeWorld implements World {

    private final LossyLink link;

    /** Goes round the link. */
    private final SnowkeeperClient operator;

    private final SnowkeeperClient patient;
    private final SnowkeeperClient hasty;

    /** Counts for all worlds on one node, so that each sequence is a new one. */
    private final AtomicInteger sequences;

    private Optional<String> latest = Optional.empty();
    private volatile boolean broken;

    NodeWorld(LocalNode node, AtomicInteger sequences) {
        this.sequences = sequences;
        this.link = new LossyLink(
                Integer.parseInt(node.address().substring(node.address().lastIndexOf(':') + 1)));
        this.operator = client(node.address(), Patience.LIMIT);
        this.patient = client(link.address(), Patience.LIMIT);
        this.hasty = client(link.address(), Duration.ofSeconds(1));
    }

    private static SnowkeeperClient client(String address, Duration deadline) {
        return SnowkeeperClient.builder().servers(address).deadline(deadline).build();
    }

    /** Later requests are sent at once. */
    private void awaitConnected() {
        await().ignoreExceptions().until(() -> hasty.next() > 0);
        latest.ifPresent(name -> await().ignoreExceptions()
                .until(() -> hasty.sequence(name).describe().definition().name().equals(name)));
    }

    /** Returns what asks by the client that is due. */
    private <T> T byEither(Class<T> type, T whenWhole, T whenBroken) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        return method.invoke(broken ? whenBroken : whenWhole, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    @Override
    public Ids ids() {
        return byEither(Ids.class, patient, hasty);
    }

    @Override
    public NumberSequence newSequence(SequenceMode mode, NumberRange range, AtExpiry atExpiry) {
        return create(
                mode,
                range,
                mode == SequenceMode.GAPLESS
                        ? GivenOptions.NONE.withReservationTime(RESERVATION).withAtExpiry(atExpiry)
                        : GivenOptions.NONE);
    }

    @Override
    public NumberSequence newSequence(SequenceMode mode, NumberRange range, long step) {
        return create(mode, range, GivenOptions.NONE.withStep(step));
    }

    private NumberSequence create(SequenceMode mode, NumberRange range, GivenOptions options) {
        String name = "A" + sequences.incrementAndGet();
        operator.sequence(name).allowingOverlap().create(mode, range, options);
        latest = Optional.of(name);
        return byEither(NumberSequence.class, patient.sequence(name), hasty.sequence(name));
    }

    @Override
    public void loseAnswers() {
        awaitConnected();
        broken = true;
        link.loseAnswers();
    }

    @Override
    public void cutOff() {
        broken = true;
        link.cut();
    }

    @Override
    public void heal() {
        link.heal();
        awaitConnected();
        broken = false;
    }

    @Override
    public void awaitEndOfReservations(NumberSequence sequence) {
        SequenceClient looked = operator.sequence(sequence.name());
        if (looked.describe().definition().options().atExpiry() == AtExpiry.RETURN) {
            await().until(() -> looked.describe().pending() == 0);
        } else {
            // Its end is only visible by a sequence whose reservation was made later and comes back.
            NumberSequence later = newSequence(SequenceMode.GAPLESS, new NumberRange(1, 1), AtExpiry.RETURN);
            later.next(1);
            awaitEndOfReservations(later);
        }
    }

    @Override
    public void close() throws Exception {
        hasty.close();
        patient.close();
        operator.close();
        link.close();
    }
}
