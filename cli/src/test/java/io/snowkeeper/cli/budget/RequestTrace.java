package io.snowkeeper.cli.budget;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Sees by Java's debugger interface which of our classes another process enters. */
final class RequestTrace implements AutoCloseable {

    /** One such action, a request and its answer. */
    interface Action {
        void run() throws IOException;
    }

    /** For the work after the answer. */
    private static final long REST_MILLIS = 20;

    /** Threads that no request waits for. */
    private static final Set<String> BESIDE = Set.of(
            "snowkeeper-lease", "snowkeeper-state", "snowkeeper-sweeper", "snowkeeper-removal", "snowkeeper-watch");

    /** Until the events that are on their way have come. */
    private static final long DRAIN_MILLIS = 200;

    private final VirtualMachine process;

    private RequestTrace(VirtualMachine process) {
        this.process = process;
    }

    static RequestTrace of(int debuggerPort) throws IOException, IllegalConnectorArgumentsException {
        AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(one -> one.name().equals("com.sun.jdi.SocketAttach"))
                .findFirst()
                .orElseThrow();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("hostname").setValue("127.0.0.1");
        arguments.get("port").setValue(Integer.toString(debuggerPort));
        return new RequestTrace(connector.attach(arguments));
    }

    /** Returns the files that most of the actions enter: a node's other work is in a few actions alone. */
    Set<String> filesOf(int actions, Action action) throws IOException, InterruptedException {
        Map<String, Integer> seen = new TreeMap<>();
        for (int i = 0; i < actions; i++) {
            enteredBy(action).forEach(file -> seen.merge(file, 1, Integer::sum));
        }
        seen.values().removeIf(times -> 2 * times <= actions);
        return seen.keySet();
    }

    private Set<String> enteredBy(Action action) throws IOException, InterruptedException {
        MethodEntryRequest entries = process.eventRequestManager().createMethodEntryRequest();
        entries.addClassFilter("io.snowkeeper.*");
        entries.setSuspendPolicy(EventRequest.SUSPEND_NONE);
        try {
            entries.enable();
            action.run();
            Thread.sleep(REST_MILLIS);
            entries.disable();
            return drained();
        } finally {
            process.eventRequestManager().deleteEventRequest(entries);
        }
    }

    private Set<String> drained() throws InterruptedException {
        Set<String> files = new TreeSet<>();
        for (EventSet events = process.eventQueue().remove(DRAIN_MILLIS);
                events != null;
                events = process.eventQueue().remove(DRAIN_MILLIS)) {
            for (Event event : events) {
                if (event instanceof MethodEntryEvent entry
                        && !BESIDE.contains(entry.thread().name())) {
                    files.add(entry.method().declaringType().name().replaceFirst("\\$.*", ""));
                }
            }
        }
        return files;
    }

    @Override
    public void close() {
        process.dispose();
    }
}
