package io.snowkeeper.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import org.junit.jupiter.api.Test;

class WholeLinesTest {

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final WholeLines lines = new WholeLines(written);

    private void write(String text) throws Exception {
        lines.write(text.getBytes(UTF_8));
    }

    @Test
    void aLineIsWrittenWhenItIsWhole() throws Exception {
        write("first\nsec");
        assertThat(written).hasToString("first\n");
        write("ond\n");
        assertThat(written).hasToString("first\nsecond\n");
    }

    @Test
    void aLineLongerThanAnyBufferIsWrittenAtOnce() {
        PrintWriter out = new PrintWriter(lines, true, UTF_8);
        String longLine = "x".repeat(100_000);
        out.print(longLine);
        assertThat(written.size()).isZero();
        out.println();
        assertThat(written).hasToString(longLine + "\n");
    }

    @Test
    void aQuestionIsWrittenWhenItIsFlushed() throws Exception {
        write("Sure? ");
        lines.flush();
        assertThat(written).hasToString("Sure? ");
    }

    @Test
    void thatNobodyReadsAnyMoreIsSeen() {
        PrintWriter out = new PrintWriter(
                new WholeLines(new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("Broken pipe");
                    }
                }),
                true,
                UTF_8);
        out.println("first");
        assertThat(out.checkError()).isTrue();
    }

    @Test
    void afterTheEndNothingIsWritten() throws Exception {
        write("first\n");
        Thread ending = new Thread(lines::end);
        ending.start();
        ending.join();
        Thread writer = new Thread(() -> new PrintWriter(lines, true, UTF_8).println("second"));
        writer.setDaemon(true);
        writer.start();
        await().until(() -> writer.getState() == Thread.State.WAITING);
        assertThat(written).hasToString("first\n");
    }
}
