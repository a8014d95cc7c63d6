package io.snowkeeper.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;

/**
 * The end of a process that can do nothing else any more. It ends with {@value ExitCode#SOFTWARE}, by which supervisors start
 * it again.
 */
public final class LastResort implements Thread.UncaughtExceptionHandler {

    /** Made in good time: later there may be no memory for it. */
    private final byte[] memoryIsUsedUp =
            message(("the memory is used up, the heap is %s MiB; the process ends. Give it more by -Xmx or"
                            + " -XX:MaxRAMPercentage, or allow fewer connections by --max-connections")
                    .formatted(Runtime.getRuntime().maxMemory() >> 20));

    /** Released first, for the end itself: whole regions of a heap that is collected by regions. */
    @SuppressWarnings("UnusedVariable") // Held, not read.
    private byte @Nullable [] reserve = newReserve();

    private final PrintStream err;
    private final OutputStream unbuffered = new FileOutputStream(FileDescriptor.err);

    /** To be made after {@link StopSignals#install}, which loads the classes that the virtual machine needs to end. */
    public LastResort(PrintStream err) {
        this.err = err;
    }

    /** Ends the process if the memory is used up: its state is unreliable then. */
    @Override
    public void uncaughtException(Thread thread, Throwable failure) {
        // Before anything else: even a class that is mentioned for the first time takes memory.
        reserve = null;
        if (failure instanceof OutOfMemoryError) {
            halt(memoryIsUsedUp);
        }
        reserve = newReserve();
        err.print("Exception in thread \"%s\" ".formatted(thread.getName()));
        failure.printStackTrace(err);
    }

    /** Prints the reason, and ends the process. Does not return. */
    void halt(String why) {
        halt(message(why));
    }

    private void halt(byte[] message) {
        try {
            unbuffered.write(message);
        } catch (IOException e) {
            // There is no one left to report it to.
        } finally {
            Runtime.getRuntime().halt(ExitCode.SOFTWARE);
        }
    }

    private static byte[] newReserve() {
        return new byte[(int) Math.max(1 << 20, Runtime.getRuntime().maxMemory() >> 10)];
    }

    private static byte[] message(String text) {
        return ("snowkeeper: " + text + System.lineSeparator()).getBytes(UTF_8);
    }
}
