package io.snowkeeper.embedded.sequence;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.Checks;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.CallInterruptedException;
import io.snowkeeper.core.api.NumberSequence;
import io.snowkeeper.core.api.OutcomeUnknownException;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.core.api.SnowkeeperException;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.core.sequence.SequenceName;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.sequences.SettleRequest;
import io.snowkeeper.sequences.Settlement;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/** A named sequence that is served in this process. Each call waits for its outcome, 5 s at the most. Thread-safe. */
public final class InProcessSequence implements NumberSequence {

    /** Only these reasons prove that nothing was done. */
    private static final Set<UnavailableReason> UNDONE =
            Set.of(UnavailableReason.SEQUENCE_BUSY, UnavailableReason.SEQUENCE_FULL);

    private final String name;
    private final String member;
    private final Supplier<Sequences> sequences;

    /**
     * @param member the requester: the name of the fleet's member that this process is
     * @param sequences asked at each call; throws a {@link SnowkeeperException} where there are none now
     * @throws IllegalArgumentException if it is no name of a sequence
     */
    public InProcessSequence(String name, String member, Supplier<Sequences> sequences) {
        if (!SequenceName.isValid(name)) {
            throw new IllegalArgumentException(
                    "must be 1 to 128 of A-Z, a-z, 0-9, '.', '_', ':' and '-', and not '.' or '..': name=" + name);
        }
        this.name = name;
        this.member = requireNonNull(member);
        this.sequences = requireNonNull(sequences);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public SequenceNumbers next(int count) {
        try {
            return numbers(request(count));
        } catch (SequenceException e) {
            Optional<UnavailableReason> reason = SequenceErrors.reasonOf(e);
            if (reason.isPresent() && !UNDONE.contains(reason.get())) {
                throw OutcomeUnknownException.ofNumbers(name, String.valueOf(e.getMessage()), reason);
            }
            throw failure(e);
        }
    }

    @Override
    public SequenceNumbers next(int count, String key) {
        try {
            return numbers(request(count).withKey(key));
        } catch (SequenceException e) {
            throw failure(e);
        }
    }

    @Override
    public void confirm(String reservation) {
        settle(reservation, Settlement.CONFIRM);
    }

    @Override
    public void cancel(String reservation) {
        settle(reservation, Settlement.CANCEL);
    }

    private NextRequest request(int count) {
        Checks.requireWithin("count", count, 1, MAX_COUNT);
        return NextRequest.of(name, count).by(member);
    }

    private SequenceNumbers numbers(NextRequest request) {
        Sequences served = sequences.get();
        Grant grant = await(served.next(request));
        return new SequenceNumbers(
                Arrays.stream(grant.numbers()).boxed().toList(),
                grant.reservation(),
                served.format(name).map(grant::texts).orElse(List.of()),
                grant.period());
    }

    private void settle(String reservation, Settlement settlement) {
        try {
            await(sequences
                    .get()
                    .settle(SettleRequest.of(name, reservation, settlement).by(member)));
        } catch (SequenceException e) {
            throw failure(e);
        }
    }

    /**
     * Waits for a call that ends by itself. If the thread is interrupted, its numbers are handed to another caller,
     * where possible.
     */
    private static <T> T await(CompletionStage<T> stage) {
        CompletableFuture<T> outcome = stage.toCompletableFuture();
        try {
            return outcome.get();
        } catch (InterruptedException e) {
            outcome.cancel(false);
            Thread.currentThread().interrupt();
            throw new CallInterruptedException();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SequenceException failure) {
                throw failure;
            }
            throw new IllegalStateException("a call fails in the ways that are known", e);
        }
    }

    private static RuntimeException failure(SequenceException failure) {
        String text = String.valueOf(failure.getMessage());
        if (failure instanceof InvalidSequenceException) {
            return new IllegalArgumentException(text, failure);
        }
        Optional<UnavailableReason> reason = SequenceErrors.reasonOf(failure);
        return reason.isPresent()
                ? new UnavailableException(text, reason)
                : new RefusedException(
                        "the fleet", SequenceErrors.codeOf(failure).number(), text);
    }
}
