package io.snowkeeper.simulation.judge;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The judge of a node's memory: as long as there are few requests, all its collections together are small, whatever
 * went wrong before. It looks into the fields of the product's objects, so that it covers unexpected structures.
 */
public final class MemoryJudge {

    private static final String OURS = "io.snowkeeper.";
    private static final String STORE = "io.snowkeeper.coordinator.memory.";
    private static final String WORLD = "io.snowkeeper.simulation.";
    private static final int TOLD = 3;

    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Reached> next = new ArrayDeque<>();
    private final Map<String, Long> sizes = new TreeMap<>();
    private long elements;

    private MemoryJudge() {}

    /** @param by the field that it was found by */
    private record Reached(String by, Object found) {}

    /**
     * Looks at all that can be reached from an object.
     *
     * @param node whose it is, for people
     * @throws BrokenPromiseException if its collections have more elements than allowed
     */
    public static void require(String node, Object root, long most) {
        MemoryJudge judge = new MemoryJudge();
        judge.walk(root);
        if (judge.elements > most) {
            throw new BrokenPromiseException("%s keeps %s elements in memory, and %s would be many: %s"
                    .formatted(node, judge.elements, most, judge.largest()));
        }
    }

    private void walk(Object root) {
        reach("", root);
        while (!next.isEmpty()) {
            Reached reached = next.pop();
            Object found = reached.found;
            if (found instanceof Collection<?> all) {
                count(reached.by, all.size());
                all.forEach(one -> reach(reached.by, one));
            } else if (found instanceof Map<?, ?> all) {
                count(reached.by, all.size());
                all.forEach((key, value) -> {
                    reach(reached.by, key);
                    reach(reached.by, value);
                });
            } else if (found instanceof AtomicReference<?> reference) {
                reach(reached.by, reference.get());
            } else if (found instanceof Optional<?> optional) {
                reach(reached.by, optional.orElse(null));
            } else if (isOurs(found.getClass())) {
                fields(found);
            }
        }
    }

    private void reach(String by, @Nullable Object found) {
        if (found != null && !(found instanceof Enum) && seen.add(found)) {
            next.push(new Reached(by, found));
        }
    }

    private void count(String by, int size) {
        elements += size;
        sizes.merge(by, (long) size, Long::sum);
    }

    private void fields(Object found) {
        for (Class<?> type = found.getClass(); type != null && isOurs(type); type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!field.getType().isPrimitive() && !Modifier.isStatic(field.getModifiers())) {
                    reach(type.getSimpleName() + "." + field.getName(), value(field, found));
                }
            }
        }
    }

    private static @Nullable Object value(Field field, Object of) {
        try {
            field.setAccessible(true);
            return field.get(of);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isOurs(Class<?> type) {
        String name = type.getName();
        return name.startsWith(OURS) && !name.startsWith(STORE) && !name.startsWith(WORLD);
    }

    private String largest() {
        return sizes.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(TOLD)
                .toList()
                .toString();
    }
}
