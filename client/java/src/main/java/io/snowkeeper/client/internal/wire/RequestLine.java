package io.snowkeeper.client.internal.wire;

import java.util.HexFormat;

/** A builder of the line of a request. Not thread-safe. */
public final class RequestLine {

    private final StringBuilder line = new StringBuilder(128);

    /**
     * @param src the client's name
     * @param msgId the request's number
     * @param type the request's type
     */
    public RequestLine(String src, long msgId, String type) {
        line.append("{\"src\":");
        string(src);
        line.append(",\"body\":{\"type\":");
        string(type);
        line.append(",\"msg_id\":").append(msgId);
    }

    public RequestLine with(String key, long value) {
        key(key);
        line.append(value);
        return this;
    }

    public RequestLine with(String key, boolean value) {
        key(key);
        line.append(value);
        return this;
    }

    public RequestLine with(String key, String value) {
        key(key);
        string(value);
        return this;
    }

    public RequestLine with(String key, long[] values) {
        key(key);
        line.append('[');
        for (int i = 0; i < values.length; i++) {
            line.append(i == 0 ? "" : ",").append(values[i]);
        }
        line.append(']');
        return this;
    }

    /** Returns the line with its end, in ASCII. */
    public String end() {
        return line.append("}}\n").toString();
    }

    private void key(String key) {
        line.append(',');
        string(key);
        line.append(':');
    }

    private void string(String value) {
        line.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                line.append('\\').append(c);
            } else if (c >= ' ' && c <= '~') {
                line.append(c);
            } else {
                line.append("\\u").append(HexFormat.of().toHexDigits(c));
            }
        }
        line.append('"');
    }
}
