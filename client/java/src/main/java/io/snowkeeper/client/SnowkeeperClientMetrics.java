package io.snowkeeper.client;

import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.snowkeeper.client.internal.dispatch.CallObserver;
import io.snowkeeper.client.internal.dispatch.ClientRuntime;
import io.snowkeeper.core.api.CallInterruptedException;
import io.snowkeeper.core.api.ClosedException;
import io.snowkeeper.core.api.OutcomeUnknownException;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.api.TooManyCallsException;
import io.snowkeeper.core.api.UnavailableException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The meters of a client, for Micrometer: {@code new SnowkeeperClientMetrics(client, Tags.empty()).bindTo(registry)}. They need
 * {@code micrometer-core}, which the client itself does without. Thread-safe.
 *
 * <p>A registry keeps the meters when the client is closed; where clients come and go, give each its own tags.
 */
public final class SnowkeeperClientMetrics implements MeterBinder {

    private final SnowkeeperClient client;
    private final Tags tags;

    /**
     * @param client whose calls are measured, from when the meters are bound
     * @param tags the tags of all meters, such as the client's name where there are several
     */
    public SnowkeeperClientMetrics(SnowkeeperClient client, Iterable<Tag> tags) {
        this.client = requireNonNull(client);
        this.tags = Tags.of(tags);
    }

    /** Registers the meters. To be called once for each registry. */
    @Override
    public void bindTo(MeterRegistry registry) {
        // Meters hold their objects weakly: this one is held by the objects that calls are made through.
        ClientRuntime runtime = client.async().runtime();
        FunctionCounter.builder("snowkeeper.client.retries", runtime, ClientRuntime::retries)
                .description("Times calls were sent again")
                .tags(tags)
                .register(registry);
        FunctionCounter.builder("snowkeeper.client.prefetch.hits", client.async(), AsyncSnowkeeperClient::prefetchHits)
                .description("Ids taken from memory")
                .tags(tags)
                .register(registry);
        Gauge.builder("snowkeeper.client.waiting", runtime, ClientRuntime::waiting)
                .description("Calls that wait for an answer")
                .tags(tags)
                .register(registry);
        runtime.observe(new Observer(registry, tags));
    }

    /** The observer for one registry. */
    private static final class Observer implements CallObserver {

        private final MeterRegistry registry;
        private final Tags tags;
        private final MultiGauge up;

        /** By type and outcome: a registry takes longer to find one. */
        private final Map<String, Map<String, Timer>> timers = new ConcurrentHashMap<>();

        private volatile Map<String, Boolean> answering = Map.of();

        Observer(MeterRegistry registry, Tags tags) {
            this.registry = registry;
            this.tags = tags;
            this.up = MultiGauge.builder("snowkeeper.client.server.up")
                    .description("1 if the server's last call succeeded, 0 if it failed; sampled every second")
                    .tags(tags)
                    .register(registry);
        }

        @Override
        public void over(String type, long nanos, @Nullable Throwable failure) {
            timers.computeIfAbsent(type, name -> new ConcurrentHashMap<>())
                    .computeIfAbsent(outcome(failure), outcome -> timer(type, outcome))
                    .record(nanos, TimeUnit.NANOSECONDS);
        }

        private Timer timer(String type, String outcome) {
            return Timer.builder("snowkeeper.client.calls")
                    .description("Calls, until they are answered or fail")
                    .tags(tags.and("type", type, "outcome", outcome))
                    .register(registry);
        }

        @Override
        public void servers(Map<String, Boolean> present) {
            Set<String> before = answering.keySet();
            answering = present;
            if (!before.equals(present.keySet())) {
                up.register(
                        present.keySet().stream()
                                .map(server -> MultiGauge.Row.of(
                                        Tags.of("server", server), () -> answering.getOrDefault(server, false) ? 1 : 0))
                                .toList(),
                        true);
            }
        }

        private static String outcome(@Nullable Throwable failure) {
            if (failure == null) {
                return "answered";
            }
            if (failure instanceof UnavailableException) {
                return "unavailable";
            }
            if (failure instanceof RefusedException) {
                return "refused";
            }
            if (failure instanceof OutcomeUnknownException) {
                return "outcome_unknown";
            }
            if (failure instanceof TooManyCallsException) {
                return "too_many_calls";
            }
            if (failure instanceof ClosedException) {
                return "closed";
            }
            return failure instanceof CancellationException || failure instanceof CallInterruptedException
                    ? "cancelled"
                    : "other";
        }
    }
}
