CREATE TABLE IF NOT EXISTS orders (
    id bigint PRIMARY KEY,
    customer text NOT NULL,
    cents bigint NOT NULL
);
