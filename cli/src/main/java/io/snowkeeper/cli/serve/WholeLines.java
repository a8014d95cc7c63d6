package io.snowkeeper.cli.serve;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** An output of text: when the process is ended, it has written whole lines, and no part of one. Thread-safe. */
public final class WholeLines extends OutputStream {

    /** A reader that does not read must not keep the process. */
    private static final long PATIENCE_MILLIS = 500;

    private final OutputStream out;
    private final ReentrantLock lock = new ReentrantLock();
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();

    /** @param out gets a line when it is whole, and the rest when it is flushed */
    public WholeLines(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        lock.lock();
        try {
            int rest = offset + length;
            while (rest > offset && bytes[rest - 1] != '\n') {
                rest--;
            }
            begun.write(bytes, offset, rest - offset);
            if (rest > offset) {
                pass();
            }
            begun.write(bytes, rest, offset + length - rest);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void flush() throws IOException {
        lock.lock();
        try {
            pass();
            out.flush();
        } finally {
            lock.unlock();
        }
    }

    private void pass() throws IOException {
        try {
            begun.writeTo(out);
        } finally {
            begun.reset();
        }
    }

    /** Stops writing after the line that is being written. To be called by the thread that ends the process. */
    void end() {
        try {
            // Not unlocked: a thread that writes waits for the end.
            var unused = lock.tryLock(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
