package io.snowkeeper.springtest.r2dbc;

import io.snowkeeper.spring.id.SnowkeeperId;
import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;

@Table
record Line(@Id @SnowkeeperId Long id, String text) {}
