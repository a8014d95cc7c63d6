package io.snowkeeper.loadtest.lines;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A socket as it is. */
record PlainChannel(SocketChannel channel) implements LoadChannel {

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        return channel.write(bytes);
    }

    @Override
    public boolean flush() {
        return true;
    }

    @Override
    public int read(ByteBuffer bytes) throws IOException {
        return channel.read(bytes);
    }
}
