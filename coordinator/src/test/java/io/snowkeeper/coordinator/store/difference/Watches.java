package io.snowkeeper.coordinator.store.difference;

import io.snowkeeper.coordinator.store.Watch;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The watches of a client by their numbers, and how often each was called. */
final class Watches {

    private final Map<Integer, Counting> watches = new ConcurrentHashMap<>();

    @Nullable
    Watch watch(int number) {
        return number == 0 ? null : watches.computeIfAbsent(number, unused -> new Counting());
    }

    /** Returns how often which watches were called that ever were. */
    Map<Integer, Integer> calls() {
        Map<Integer, Integer> calls = new TreeMap<>();
        watches.forEach((number, watch) -> {
            if (watch.calls.get() > 0) {
                calls.put(number, watch.calls.get());
            }
        });
        return calls;
    }

    private static final class Counting implements Watch {

        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public void changed() {
            calls.incrementAndGet();
        }
    }
}
