package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.StoreSession;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A store that notes its sessions' requests. */
final class CountingStore {

    private final CoordinationStore store;
    private final List<String> asked;
    private final Map<StoreSession, StoreSession> sessions = new HashMap<>();

    private CountingStore(CoordinationStore store, List<String> asked) {
        this.store = store;
        this.asked = asked;
    }

    /** Returns a store to be used in another one's stead, which adds each request to a list, such as {@code read /fleet}. */
    static CoordinationStore of(CoordinationStore store, List<String> asked) {
        CountingStore counting = new CountingStore(store, asked);
        return (CoordinationStore) Proxy.newProxyInstance(
                CoordinationStore.class.getClassLoader(),
                new Class<?>[] {CoordinationStore.class},
                (proxy, method, arguments) -> counting.call(method, arguments));
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
        Object answer = invoke(method, store, arguments);
        return answer instanceof StoreSession session ? sessions.computeIfAbsent(session, this::counting) : answer;
    }

    private StoreSession counting(StoreSession session) {
        return (StoreSession) Proxy.newProxyInstance(
                StoreSession.class.getClassLoader(),
                new Class<?>[] {StoreSession.class},
                (proxy, method, arguments) -> {
                    asked.add(method.getName() + " " + (arguments == null ? "" : arguments[0]));
                    return invoke(method, session, arguments);
                });
    }

    private static Object invoke(Method method, Object target, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
