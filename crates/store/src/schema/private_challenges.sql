-- Challenges to whoever has their link, which are in no list.
ALTER TABLE challenges ADD COLUMN private BIGINT NOT NULL DEFAULT 0;
